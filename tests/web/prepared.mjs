// Before the page's own scripts: what a test looks at, and a gamepad.
export const PREPARED = `
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
    window.fakePads = [];
    navigator.getGamepads = () => fakePads;
    window.asked = { persist: 0, wake: 0 };
    const { persist } = StorageManager.prototype, { request } = WakeLock.prototype;
    StorageManager.prototype.persist = function () { asked.persist++; return persist.call(this); };
    WakeLock.prototype.request = function (...given) { asked.wake++; return request.apply(this, given); };`;
