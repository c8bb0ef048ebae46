/** Writes text into HTML, between tags or into an attribute with quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
