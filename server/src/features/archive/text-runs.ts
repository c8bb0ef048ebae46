/** A stretch of text that one font can draw in one direction. */
export type TextRun<Font> = { readonly text: string; readonly font: Font }

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const strong = /[\p{L}\p{N}]/u
/** Marks and joiners are drawn by the font of the character that they belong to. */
const dependent = /[\p{M}\p{Cf}]/u

/**
 * Splits one line into runs in the order in which they are drawn from left to right, each with the first font
 * that covers it; what none covers becomes `?` in the first. Right-to-left words and runs change places as
 * far as names need it: an approximation of the bidirectional algorithm, without nested directions.
 */
export function splitTextRuns<Font>(
  line: string,
  fonts: readonly [Font, ...Font[]],
  covers: (font: Font, codePoint: number) => boolean,
): TextRun<Font>[] {
  const parts = splitDirections(line)
  const ordered = parts[0] !== undefined && rightToLeft.test(parts[0]) ? parts.toReversed() : parts
  return ordered.flatMap((part) =>
    rightToLeft.test(part)
      ? (part.match(/\s+|\S+/gu) ?? [])
          .toReversed()
          .flatMap((word) => splitFonts(word, fonts, covers).toReversed())
      : splitFonts(part, fonts, covers),
  )
}

/** Digits, spaces and signs go with what precedes them; at the start of the line, with what follows. */
function splitDirections(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let direction: boolean | undefined
  for (const char of line) {
    const own = strong.test(char) ? rightToLeft.test(char) : undefined
    if (own !== undefined && direction !== undefined && own !== direction) {
      parts.push(part)
      part = ''
    }
    direction = own ?? direction
    part += char
  }
  return part === '' ? parts : [...parts, part]
}

function splitFonts<Font>(
  text: string,
  fonts: readonly [Font, ...Font[]],
  covers: (font: Font, codePoint: number) => boolean,
): TextRun<Font>[] {
  const runs: { text: string; font: Font }[] = []
  for (const char of text) {
    const last = runs.at(-1)
    const codePoint = char.codePointAt(0) ?? 0
    if (last !== undefined && dependent.test(char)) last.text += covers(last.font, codePoint) ? char : ''
    else {
      const font =
        last !== undefined && !strong.test(char) && covers(last.font, codePoint)
          ? last.font
          : fonts.find((one) => covers(one, codePoint))
      const drawn = font === undefined ? { text: '?', font: fonts[0] } : { text: char, font }
      if (last?.font === drawn.font) last.text += drawn.text
      else runs.push(drawn)
    }
  }
  return runs
}
