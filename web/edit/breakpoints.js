// Lines at which the debugger stops: known by this page, until it is left.

const lines = new Map(); // from a path to a set of line numbers
let stop = null; // { path, line }: where the game has stopped
const shown = new Set(); // [editor, place]

export function toggleBreakpoint(place, line) {
    const set = lines.get(place.path) || new Set();
    lines.set(place.path, set);
    if (set.delete(line))
        return false;
    set.add(line);
    return true;
}

export const breakpoints = () => [...lines].flatMap(([path, set]) => [...set].map((line) => ({ path, line })));

function mark(text, name) {
    const made = document.createElement('span');
    made.className = name;
    made.textContent = text;
    return made;
}

function draw(editor, place) {
    const set = lines.get(place.path);
    editor.clearGutter('breakpoints');
    for (let line = 0; line < editor.lineCount(); line++) {
        const at = place.first + line, here = stop && stop.path === place.path && stop.line === at;
        if (here) {
            const marker = mark('▶', 'stopped');
            editor.setGutterMarker(line, 'breakpoints', marker);
            if (!stop.seen)
                requestAnimationFrame(() => marker.scrollIntoView({ block: 'center' }));
            stop.seen = true;
        }
        if (!here && set?.has(at))
            editor.setGutterMarker(line, 'breakpoints', mark('●', 'breakpoint'));
        editor[here ? 'addLineClass' : 'removeLineClass'](line, 'background', 'stopped-line');
    }
}

export function showBreakpoints(editor, place) {
    for (const one of shown)
        if (!one[0].getWrapperElement().isConnected && one[0] !== editor)
            shown.delete(one);
    if (![...shown].some((one) => one[0] === editor))
        shown.add([editor, place]);
    draw(editor, place);
}

// Shows where the game has stopped; null: it goes on.
export function showStop(place) {
    stop = place;
    for (const [editor, of] of shown)
        if (editor.getWrapperElement().isConnected)
            draw(editor, of);
}
