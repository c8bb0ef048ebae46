import { ApiError } from '@cartouche/contract'

const longestName = 500

/**
 * The name that a cart was given, without blanks around it.
 * @throws cart_name_missing where it is no text, cart_name_empty, invalid_parameter where it is too long
 * @source portal §5: the two messages
 */
export function parseCartName(name: unknown): string {
  if (typeof name !== 'string') throw new ApiError('cart_name_missing')
  const trimmed = name.trim()
  if (trimmed === '') throw new ApiError('cart_name_empty')
  if (trimmed.length > longestName)
    throw new ApiError('invalid_parameter', {
      parameter: 'name',
      reason: `${longestName} characters at most`,
    })
  return trimmed
}
