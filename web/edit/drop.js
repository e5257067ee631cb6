// Files that are dropped anywhere on the page, except where a part of it takes them itself.

// `take(files)`: true if it knows some of them.
export function takeDrops(take) {
    addEventListener('dragover', (event) => {
        if ([...event.dataTransfer?.types || []].includes('Files'))
            event.preventDefault(); // the browser would show the file instead of the editor
    });
    addEventListener('drop', (event) => {
        const taken = event.defaultPrevented, files = [...event.dataTransfer?.files || []];
        if (!files.length)
            return;
        event.preventDefault();
        if (!taken)
            take(files);
    });
}
