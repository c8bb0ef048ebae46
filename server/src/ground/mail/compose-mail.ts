/** What a mail says, in the language of its reader. */
export interface MailWords {
  /** Paragraphs, as plain text. */
  readonly paragraphs: readonly string[]
  /** Where it leads. */
  readonly action: { readonly label: string; readonly url: string }
  /** Small print. */
  readonly note: string
}

/**
 * A mail as plain text and with a modest look, from the same words. Nothing in it is loaded from anywhere: no
 * picture reveals who read it.
 */
export function composeMail({ paragraphs, action, note }: MailWords): {
  readonly text: string
  readonly html: string
} {
  const text = [...paragraphs, `${action.label}:\n${action.url}`, note].join('\n\n')
  const shown = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
  const html =
    `<!doctype html><html><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff"><div style="max-width:560px;margin:0 auto">${shown}` +
    `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#222;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
    `<p style="margin:0 0 16px;word-break:break-all;color:#555">${escapeHtml(action.url)}</p><p style="margin:0;color:#555;font-size:14px">${escapeHtml(note)}</p></div></body></html>`
  return { text, html }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
