"""Examining an engine: does it keep its protocol?"""
