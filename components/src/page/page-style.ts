/**
 * The look of every page: calm type, one column, light and dark as the reader's system has it, and paper. A
 * brand gives the accent by `--accent`. A text without a translation stands among others in the direction of
 * its own script.
 */
export const pageStyle = `
:root{color-scheme:light dark;--gap:1.5rem;--text:#1d2226;--muted:#525a61;--ground:#fff;--soft:#f1f3f5;--line:#d5dade;--accent:#1d4f91;--on-accent:#fff;--wrong:#b3261e}
@media (prefers-color-scheme:dark){:root{--text:#e9ecef;--muted:#b4bcc4;--ground:#161616;--soft:#23282c;--line:#3d444b;--accent:#9cc2f5;--on-accent:#10151b;--wrong:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif;text-wrap:pretty}
main{display:grid;gap:var(--gap);max-width:70rem;margin:0 auto;padding:2rem 1rem 4rem}
main>*,.column>*{min-width:0}
h1,h2,h3,h4,h5,h6,p,li,th,td,figcaption{unicode-bidi:plaintext}
h1,h2,h3,h4,h5,h6{line-height:1.2;text-wrap:balance;margin:1.5em 0 .5em}h1{margin-top:0;font-size:clamp(1.8rem,5vw,2.6rem)}
.languages{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;justify-content:flex-end;max-width:70rem;margin:0 auto;padding:1rem 1rem 0;font-size:.95rem}
.languages a{padding:.25rem 0}.languages [aria-current]{color:var(--muted);text-decoration:none;font-weight:600}
.unavailable{display:grid;place-items:center;min-height:8rem;margin:0;padding:1rem;background:var(--soft);color:var(--muted);text-align:center}
.gate{display:grid;gap:.5rem;justify-items:start;max-width:24rem}.gate label{font-weight:600}.gate p{margin:0;color:var(--wrong)}
.gate input{width:100%;padding:.6rem .7rem;border:1px solid var(--muted);border-radius:4px;background:var(--ground);color:inherit;font:inherit}.gate input[aria-invalid]{border-color:var(--wrong)}
.gate button{margin-top:.5rem;padding:.6rem 1.4rem;border:0;border-radius:4px;background:var(--accent);color:var(--on-accent);font:inherit;cursor:pointer}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media print{:root{--text:#000;--muted:#333;--ground:#fff;--soft:#fff;--line:#999;--accent:#000}
main{max-width:none;padding:0}figure,tr,img{break-inside:avoid}h1,h2,h3{break-after:avoid}
.text a[href^='http']::after{content:' (' attr(href) ')';font-size:.85em;overflow-wrap:anywhere}video,audio,iframe,.languages{display:none}}`
