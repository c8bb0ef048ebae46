import { row, type ErrorRow } from './error-row.ts'

/** Errors of links, and of what their visitors do: comments and files. */
export const shareErrors = {
  share_not_found: row(404, 2044, 'This link does not exist or has ended', 'portal §8: 404'),
  share_password_needed: row(401, 2045, 'This link needs its password', 'portal §8: 401'),
  share_password_wrong: row(401, 2046, 'The password is wrong', 'portal §8: 401'),
  share_action_refused: row(403, 2047, 'This link does not allow {action}', 'portal §7'),
  share_profile_refused: row(403, 2297, 'This link does not give {profile}', 'decision 0236'),
  share_used_up: row(404, 2100, 'The visitor limit of this link is reached', 'decision 0026'),
  comment_not_found: row(404, 2260, 'There is no comment {id} here', 'decision 0209'),
  comments_full: row(409, 2261, 'There are {max} comments already, the maximum', 'decision 0209'),
  too_many_comments: row(
    429,
    2262,
    'Too many comments at once. Try again in {seconds} seconds',
    'decision 0209',
    true,
  ),
  too_many_visitors: row(
    429,
    2310,
    'Too many people gave a name at this link. Try again in {seconds} seconds',
    'decision 0231',
    true,
  ),
  visitor_unknown: row(403, 2292, 'Say who you are before you write', 'decision 0231'),
  share_uploads_full: row(413, 2293, 'This link has no room for this file', 'decision 0232'),
  upload_size_wrong: row(400, 2294, 'The file does not have the size that was announced', 'decision 0232'),
  upload_type_refused: row(415, 2295, 'Files of the type {type} are not accepted', 'decision 0232'),
  upload_program: row(415, 2350, 'The file is a program, whatever its name says', 'decision 0254'),
  too_many_uploads: row(
    429,
    2296,
    'Too many files at once. Try again in {seconds} seconds',
    'decision 0232',
    true,
  ),
} as const satisfies Record<string, ErrorRow>
