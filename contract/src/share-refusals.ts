/** Why a visitor's call of a share is refused, whatever it asks for. */
export const shareRefusals = [
  'share_not_found',
  'share_password_needed',
  'share_password_wrong',
  'share_used_up',
  'share_action_refused',
  'too_many_guesses',
] as const
