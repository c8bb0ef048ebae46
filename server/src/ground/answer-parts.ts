/**
 * Parts of an answer, by the answer. A part that stays the same object from one answer to the next is written
 * and compressed once.
 */
const partsOfAnswers = new WeakMap<object, readonly (readonly object[])[]>()

/** A list that is answered in parts; neither it nor a part is changed afterwards. No part is empty. */
export function joinParts<Item extends object>(parts: readonly (readonly Item[])[]): Item[] {
  const answer = parts.flat()
  partsOfAnswers.set(answer, parts)
  return answer
}

/** The parts that an answer was joined of; undefined for any other answer. */
export function partsOf(answer: object): readonly (readonly object[])[] | undefined {
  return partsOfAnswers.get(answer)
}
