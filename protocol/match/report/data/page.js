"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const UNIT = 10; // of a square, in the drawing
  const FRAME = 2;
  const COLORS = ["white", "black"];
  const PAUSE = 700; // milliseconds, when a game plays by itself

  function make(name, attributes = {}, parent = null) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (parent) parent.append(element);
    return element;
  }

  function write(name, text, style = "") {
    const element = document.createElement(name);
    element.textContent = text;
    if (style) element.className = style;
    return element;
  }

  // Squares count from 0, row by row from the top left.
  const perRow = data.size / 2;
  const rowOf = (square) => Math.floor(square / perRow);
  const columnOf = (square) =>
    2 * (square % perRow) + ((rowOf(square) % 2 === 1) === (data.corner === "left") ? 0 : 1);
  const squareAt = new Map(data.names.map((_, square) => [rowOf(square) * data.size + columnOf(square), square]));

  function between(from, to) {
    const [row, column] = [rowOf(from), columnOf(from)];
    const [down, right] = [rowOf(to) - row, columnOf(to) - column];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    const squares = [];
    for (let step = 1; step < steps; step++) {
      const place = (row + (down / steps) * step) * data.size + column + (right / steps) * step;
      squares.push(squareAt.get(place));
    }
    return squares;
  }

  // A game, with the position after each move. A piece keeps its number, so that it can be seen to move.
  function unfold(number) {
    const [start, opening, moves, scores, depths, times] = data.games[number];
    const text = data.starts[start];
    const first = text[0] === "W" ? 0 : 1;
    const colors = [];
    let board = [...text.slice(1)].map((letter) => {
      if (letter === "e") return null;
      colors.push(letter.toLowerCase() === "w" ? 0 : 1);
      return { id: colors.length - 1, king: letter < "a" };
    });
    const positions = [board];
    const steps = [];
    const paths = moves ? moves.split(" ") : [];
    const split = (list) => (list ? list.split(",") : []);
    const [score, depth, time] = [scores, depths, times].map(split);
    paths.forEach((word, ply) => {
      const path = [...word].map((letter) => data.letters.indexOf(letter));
      const mover = (first + ply) % 2;
      const piece = board[path[0]];
      const taken = [];
      board = [...board];
      board[path[0]] = null;
      for (let leg = 1; leg < path.length; leg++)
        for (const square of between(path[leg - 1], path[leg]))
          if (board[square]) taken.push(square);
      for (const square of taken) board[square] = null;
      const last = mover === 0 ? 0 : data.size - 1;
      const crownable = data.crownsInPassing ? path : path.slice(-1);
      const target = path[path.length - 1];
      board[target] = { id: piece.id, king: piece.king || crownable.some((square) => rowOf(square) === last) };
      positions.push(board);
      const own = ply - opening;
      steps.push({ path, taken, mover, opening: own < 0, score: score[own], depth: depth[own], time: time[own] });
    });
    return { number, first, colors, positions, steps };
  }

  // The state of the page.
  let game = null;
  let ply = 0;
  let turned = false;
  let byName = data.names;
  let timer = null;
  let pieces = [];
  const rows = [...document.querySelectorAll("#rows tr")];
  const rowOfGame = (number) => find(`game-${number}`);

  const moveText = (step) => step.path.map((square) => byName[square]).join(step.taken.length ? data.sign : "-");

  function scoreText(score) {
    if (!score) return "";
    if (score[0] === "#") {
      const side = score[1] === "-" ? "Black" : "White";
      return `${side} wins in ${Math.abs(Number(score.slice(1)))} plies`;
    }
    const men = Number(score) / 100;
    return `${men < 0 ? "−" : "+"}${Math.abs(men).toFixed(2)} for White`;
  }

  function timeText(milliseconds) {
    return milliseconds >= 10000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${milliseconds} ms`;
  }

  // The board.
  const side = data.size * UNIT + 2 * FRAME;
  const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, role: "img" });
  make("rect", { class: "frame", width: side, height: side }, svg);
  make("rect", { class: "light", x: FRAME, y: FRAME, width: side - 2 * FRAME, height: side - 2 * FRAME }, svg);
  const squares = data.names.map(() => make("rect", { class: "dark", width: UNIT, height: UNIT }, svg));
  const marks = make("g", {}, svg);
  const labels = data.names.map(() => make("text", {}, svg));
  const men = make("g", {}, svg);
  find("board").append(svg);

  function corner(square) {
    const [row, column] = [rowOf(square), columnOf(square)];
    const seen = turned ? [data.size - 1 - column, data.size - 1 - row] : [column, row];
    return seen.map((value) => value * UNIT + FRAME);
  }

  function drawSquares() {
    squares.forEach((rect, square) => {
      const [x, y] = corner(square);
      rect.setAttribute("x", x);
      rect.setAttribute("y", y);
      labels[square].setAttribute("x", x + 0.35);
      labels[square].setAttribute("y", y + 1.9);
      labels[square].textContent = byName[square];
    });
  }

  const CROWN = "M-2.5 1.7L-3 -1.5L-1.4 .1L0 -2.3L1.4 .1L3 -1.5L2.5 1.7Z";

  function layPieces() {
    men.replaceChildren();
    pieces = game.colors.map((color) => {
      const piece = make("g", { class: `piece ${COLORS[color]}` }, men);
      make("ellipse", { class: "shadow", cx: 0.15, cy: 0.55, rx: 4, ry: 3.95 }, piece);
      make("circle", { class: "body", r: 3.95 }, piece);
      make("circle", { class: "groove", r: 3.05 }, piece);
      make("circle", { class: "groove inner", r: 1.9 }, piece);
      make("path", { class: "crown", d: CROWN }, piece);
      return piece;
    });
  }

  function drawPosition() {
    const position = game.positions[ply];
    const places = new Map();
    position.forEach((piece, square) => piece && places.set(piece.id, [square, piece.king]));
    pieces.forEach((element, id) => {
      const place = places.get(id);
      element.classList.toggle("gone", !place);
      if (!place) return;
      const [x, y] = corner(place[0]);
      element.style.transform = `translate(${x + UNIT / 2}px, ${y + UNIT / 2}px)`;
      element.classList.toggle("king", place[1]);
    });
    marks.replaceChildren();
    const step = game.steps[ply - 1];
    for (const square of step ? new Set(step.path) : []) {
      const [x, y] = corner(square);
      make("rect", { class: "mark", x, y, width: UNIT, height: UNIT }, marks);
    }
    const letters = position.map((piece) => {
      if (!piece) return "e";
      const letter = "wb"[game.colors[piece.id]];
      return piece.king ? letter.toUpperCase() : letter;
    });
    find("board").dataset.position = letters.join("");
    find("board").dataset.ply = ply;
    svg.setAttribute("aria-label", describe(position));
  }

  function describe(position) {
    const words = COLORS.map((name, color) => {
      const list = [false, true].map((king) =>
        position.flatMap((piece, square) =>
          piece && game.colors[piece.id] === color && piece.king === king ? [byName[square]] : [],
        ),
      );
      const kinds = ["men", "kings"].flatMap((kind, index) =>
        list[index].length ? [`${kind} ${list[index].join(" ")}`] : [],
      );
      return `${name === "white" ? "White" : "Black"}: ${kinds.join("; ") || "nothing"}`;
    });
    return `${words.join(". ")}.`;
  }

  // What is beside the board.
  function drawMoves() {
    const list = find("moves");
    list.replaceChildren();
    game.steps.forEach((step, index) => {
      const button = write("button", moveText(step), step.opening ? "opening" : "");
      button.type = "button";
      button.dataset.ply = index + 1;
      const turn = write("span", "", "turn");
      if (index % 2 === 0) turn.append(write("span", `${index / 2 + 1}.`, "place"));
      turn.append(button);
      list.append(turn, " ");
    });
  }

  const height = (score) => {
    const men = score[0] === "#" ? (score[1] === "-" ? -99 : 99) : Number(score) / 100;
    return (46 * men) / (1.5 + Math.abs(men));
  };

  function drawScores() {
    const box = find("scores");
    box.replaceChildren();
    if (!game.steps.some((step) => step.score)) return;
    const chart = make("svg", { viewBox: `0 0 ${game.steps.length} 100`, preserveAspectRatio: "none" }, box);
    make("rect", { class: "here", y: 0, width: 1, height: 100 }, chart);
    make("line", { class: "axis", x1: 0, x2: game.steps.length, y1: 50, y2: 50 }, chart);
    game.steps.forEach((step, index) => {
      if (!step.score) return;
      const up = height(step.score);
      const top = up > 0 ? 50 - up : 50;
      const bar = { class: COLORS[step.mover], x: index + 0.15, width: 0.7, y: top, height: Math.max(1, Math.abs(up)) };
      make("rect", bar, chart);
    });
  }

  function drawPlayers() {
    const cells = rowOfGame(game.number).cells;
    [
      ["far", turned ? 0 : 1],
      ["near", turned ? 1 : 0],
    ].forEach(([id, color]) => {
      const player = find(id);
      player.className = `player ${COLORS[color]}`;
      const letters = game.positions[ply].filter((piece) => piece && game.colors[piece.id] === color);
      player.replaceChildren(document.createElement("i"), cells[2 + color].textContent);
      player.append(write("span", letters.length === 1 ? "1 piece" : `${letters.length} pieces`));
    });
  }

  function say() {
    const step = game.steps[ply - 1];
    const said = find("said");
    said.replaceChildren();
    if (!step) {
      said.append(`Start; ${game.first ? "Black" : "White"} to move. ${game.steps.length} half-moves.`);
    } else {
      const mover = step.mover ? "Black" : "White";
      const more = [scoreText(step.score), step.depth && `depth ${step.depth}`, step.time && timeText(step.time)];
      if (step.opening) more.push("opening");
      said.append(`${ply} of ${game.steps.length}: ${mover} `, write("b", moveText(step)));
      said.append(["", ...more.filter(Boolean)].join(" · "));
    }
    if (ply === game.steps.length) {
      const cells = rowOfGame(game.number).cells;
      said.append(` · ${cells[4].textContent}: ${cells[5].title}`);
    }
  }

  function show(target) {
    ply = Math.min(Math.max(target, 0), game.steps.length);
    drawPosition();
    drawPlayers();
    say();
    const list = find("moves");
    const old = list.querySelector("[aria-current]");
    if (old) old.removeAttribute("aria-current");
    const now = list.querySelector(`[data-ply="${ply}"]`);
    if (now) {
      now.setAttribute("aria-current", "true");
      list.scrollTop = now.offsetTop - list.clientHeight / 2;
    } else {
      list.scrollTop = 0;
    }
    const here = document.querySelector("#scores .here");
    if (here) {
      here.setAttribute("x", ply - 1);
      here.setAttribute("visibility", ply ? "visible" : "hidden");
    }
    if (ply === game.steps.length) stop();
  }

  function redraw() {
    drawSquares();
    drawMoves();
    show(ply);
  }

  function open(number, target = 0) {
    stop();
    if (game) rowOfGame(game.number).classList.remove("shown");
    game = unfold(number);
    const row = rowOfGame(number);
    row.classList.add("shown");
    find("heading").textContent = `Game ${number}: ${row.cells[2].textContent} – ${row.cells[3].textContent}`;
    find("note").textContent = `${row.cells[1].textContent} · ${row.cells[4].textContent}, ${row.cells[5].textContent}`;
    layPieces();
    drawScores();
    ply = target;
    redraw();
  }

  // Playing by itself.
  function stop() {
    clearInterval(timer);
    timer = null;
    document.querySelector('[data-do="play"]').setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer !== null) return stop();
    if (ply === game.steps.length) show(0);
    timer = setInterval(() => show(ply + 1), PAUSE);
    document.querySelector('[data-do="play"]').setAttribute("aria-pressed", "true");
  }

  function neighbour(step) {
    const seen = rows.filter((row) => !row.hidden);
    const row = seen[seen.indexOf(rowOfGame(game.number)) + step];
    if (!row) return;
    history.replaceState(null, "", `#${row.id}`);
    open(Number(row.id.slice(5)));
    row.scrollIntoView({ block: "nearest" });
  }

  const actions = {
    first: () => show(0),
    back: () => show(ply - 1),
    on: () => show(ply + 1),
    last: () => show(game.steps.length),
    play,
    turn: () => {
      turned = !turned;
      redraw();
    },
    names: () => {
      byName = byName === data.names ? others : data.names;
      document.querySelector('[data-do="names"]').setAttribute("aria-pressed", String(byName !== data.names));
      redraw();
    },
    before: () => neighbour(-1),
    after: () => neighbour(1),
  };
  const isAlgebraic = data.names[0] === data.coordinates[0];
  const others = isAlgebraic ? data.names.map((_, square) => String(square + 1)) : data.coordinates;
  document.querySelector('[data-do="names"]').textContent = isAlgebraic ? "1 2 3" : "a b c";

  const KEYS = {
    ArrowLeft: "back",
    ArrowRight: "on",
    ArrowUp: "before",
    ArrowDown: "after",
    Home: "first",
    End: "last",
    " ": "play",
    f: "turn",
    n: "names",
  };

  find("board").addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (action !== "play") stop();
    actions[action]();
  });
  find("board").addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    stop();
    show(ply + (event.clientX < box.left + box.width / 2 ? -1 : 1));
  });
  document.querySelector(".controls").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.do !== "play") stop();
    actions[button.dataset.do]();
  });
  find("moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    stop();
    show(Number(button.dataset.ply));
  });
  find("scores").addEventListener("click", (event) => {
    const box = find("scores").getBoundingClientRect();
    stop();
    show(1 + Math.floor(((event.clientX - box.left) / box.width) * game.steps.length));
  });

  // Choosing a game: by its row, or by the address, as `#game-12` or `#game-12/31`.
  function follow() {
    const match = /^#game-(\d+)(?:\/(\d+))?$/.exec(location.hash);
    if (!match || !data.games[match[1]]) return false;
    open(Number(match[1]), Number(match[2] || 0));
    return true;
  }

  find("rows").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (!row || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    history.replaceState(null, "", `#${row.id}`);
    open(Number(row.id.slice(5)));
    const board = find("board");
    board.focus({ preventScroll: true });
    const box = find("viewer").getBoundingClientRect();
    if (box.bottom < 200 || box.top > innerHeight - 200) find("viewer").scrollIntoView();
  });
  addEventListener("hashchange", follow);

  // Which games are listed.
  function offer(label, keep) {
    const option = write("option", label);
    option.value = String(choices.push(keep));
    find("choice").append(option);
  }
  const choices = [];
  const winner = (row) =>
    row.className.includes("white") ? row.cells[2].textContent : row.className.includes("black") ? row.cells[3].textContent : "";
  const players = [...new Set(rows.flatMap((row) => [row.cells[2].textContent, row.cells[3].textContent]))];
  for (const name of players) offer(`won by ${name}`, (row) => winner(row) === name);
  offer("drawn", (row) => winner(row) === "");
  for (const reason of new Set(rows.map((row) => row.cells[5].textContent)))
    offer(`ended by ${reason}`, (row) => row.cells[5].textContent === reason);
  find("choice").addEventListener("change", () => {
    const keep = choices[Number(find("choice").value) - 1] || (() => true);
    for (const row of rows) row.hidden = !keep(row);
    const count = rows.filter((row) => !row.hidden).length;
    find("count").textContent = `${count} of ${rows.length}`;
  });

  if (!rows.length) return;
  document.documentElement.classList.add("scripted");
  find("viewer").hidden = false;
  find("filter").hidden = false;
  if (!follow()) open(Number(rows[0].id.slice(5)));
})();
