/** What stands in the search box, beside the words that the address asks for. */
export interface TypedText {
  /** As typed, with the space before the next word. */
  readonly value: string
  /** The words of the address. */
  readonly address: string
  /** Words that the address was asked to change to and has not changed to yet, in order. */
  readonly asked: readonly string[]
}

export function showAddress(address: string): TypedText {
  return { value: address, address, asked: [] }
}

/**
 * The address has changed. Where it has become what it was asked for, what was typed since then stays;
 * another change (a chip taken away, Back) wins over what was typed.
 */
export function followAddress(typed: TypedText, address: string): TypedText {
  const at = typed.asked.indexOf(address)
  return at < 0 ? showAddress(address) : { ...typed, address, asked: typed.asked.slice(at + 1) }
}

/** Words are searched for: the address will change to them, unless it does already. */
export function askAddress(typed: TypedText, words: string): TypedText {
  const last = typed.asked.at(-1) ?? typed.address
  return words === last ? typed : { ...typed, asked: [...typed.asked, words] }
}
