import type { OpenApiDocument } from '@cartouche/contract'

const style = `
:root { color-scheme: light dark; --line: #8884 }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1000px; padding: 24px }
details { border: 1px solid var(--line); border-radius: 6px; margin: 6px 0; padding: 6px 12px }
summary { cursor: pointer } code, pre { font: 12px/1.5 ui-monospace, monospace } pre { overflow: auto; border-top: 1px solid var(--line); padding-top: 8px }
.method { display: inline-block; min-width: 56px; font-weight: 600 } .about { opacity: .7; margin-left: 8px }
`

/** The interface to read: every call with its parameters, answers and errors. One page, no script. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cartouche: calls</title><style>${style}</style></head><body>
<h1>Cartouche: calls</h1><p>${escape(document.info.description)} The same for programs: <a href="openapi.json">openapi.json</a>.</p>
${operations
  .map(
    ({
      path,
      method,
      operation,
    }) => `<details id="${escape(String(operation['operationId']))}"><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code><span class="about">${escape(String(operation['summary']))}</span></summary>
<p>${escape(String(operation['description']))}</p><pre>${escape(JSON.stringify({ parameters: operation['parameters'], body: operation['requestBody'], answers: operation['responses'] }, null, 2))}</pre></details>`,
  )
  .join('\n')}
</body></html>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
