const form = /^(\d{1,5}(?:\.\d{1,6})?):(\d{1,5}(?:\.\d{1,6})?)$/
const mostRatio = 100

/** Width : height of a ratio as `16:9`; undefined for anything else, and for what is thinner than 1:100. */
export function cropRatio(text: string): number | undefined {
  const [, width, height] = form.exec(text) ?? []
  const ratio = Number(width) / Number(height)
  return ratio >= 1 / mostRatio && ratio <= mostRatio ? ratio : undefined
}
