/**
 * Reads server-sent events as they come: calls `onData` with the data of each, and `onBytes` with every sign
 * of life. Resolves when the stream ends.
 * @source HTML Living Standard, server-sent events: data lines of one event are joined, a line that begins
 * with a colon is a comment
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onData, onBytes }: { readonly onData: (data: string) => void; readonly onBytes: () => void },
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  let data: string[] = []
  const takeLine = (line: string): void => {
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    if (line !== '' || data.length === 0) return
    onData(data.join('\n'))
    data = []
  }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const lines = (unread + decoder.decode(value, { stream: true })).split(/\r\n|\n/)
    unread = lines.pop() ?? ''
    lines.forEach(takeLine)
  }
}
