import { errorRows } from './error-rows.ts'

/** How one error looks on the wire. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number
  /** Sub-code, sent as `status/sub`. Below 2000: known to existing clients. */
  readonly sub: number
  /** Message; `{name}` is filled from the error's data. Exact where the specification has one. */
  readonly message: string
  /** Whether the same request can succeed later, unchanged. */
  readonly retry: boolean
  readonly source: string
}

const row = (status: number, sub: number, message: string, source: string, retry = false): ErrorRow => ({
  status,
  sub,
  message,
  retry,
  source,
})

/**
 * Every error that the server answers, by code. Data keys are the names in braces.
 * @source portal §8, data-layer §8, wire facts "Errors"; the rest is decided here
 */
export const errorTable = {
  invalid_parameter: row(400, 2000, 'The parameter {parameter} is not valid: {reason}', 'decision'),
  invalid_json: row(400, 2001, 'The body is not valid JSON: {reason}', 'decision'),
  body_too_large: row(
    413,
    2013,
    'The body is larger than {maxBodyBytes} bytes',
    'decision 0130; RFC 9110 §15.5.14',
  ),
  body_not_readable: row(
    415,
    2014,
    'The body is {found}. Send JSON, a form or a multipart form, uncompressed',
    'decision 0130; RFC 9110 §15.5.16',
  ),
  body_not_valid: row(400, 2015, 'The body is not valid: {reason}', 'decision 0130'),
  address_not_served: row(
    421,
    2016,
    'This server does not answer at this address. Its administrator lists addresses in CARTOUCHE_URL',
    'decision 0131; RFC 9110 §15.5.20',
  ),
  query_syntax: row(400, 1200, 'JSON Query syntax error at {at}: {reason}', 'wire facts: Query'),
  query_too_large: row(
    400,
    2019,
    'This query is too complex: it costs {cost}, the limit is {max}. Simplify it, or split it into several queries',
    'decision 0118',
  ),
  query_too_slow: row(
    422,
    2017,
    'This search took too long and was stopped. Narrow it down',
    'decision 0118',
  ),
  searches_waiting: row(
    429,
    2018,
    'Too many of your searches are waiting already. Try again in a moment',
    'decision 0118',
    true,
  ),
  unknown_field: row(400, 2002, 'The resource {resource} has no field {field}', 'decision'),
  unknown_resource: row(404, 2003, 'There is no resource {resource}', 'decision'),
  token_mismatch: row(
    400,
    2004,
    'The paging token belongs to another query. Ask for the first page again',
    'decision',
  ),
  not_a_tree: row(400, 2012, '{resource} is not a tree', 'data-layer §8'),
  entity_not_found: row(404, 2005, '{resource} {id} does not exist or is not yours to see', 'decision'),
  version_conflict: row(
    409,
    2006,
    'Someone changed {resource} {id} in the meantime. Reload it, then apply your change again',
    'DESIGN: no lost edits',
  ),
  field_mandatory: row(400, 2007, '{field} is mandatory', 'data-layer §3 Schema'),
  field_read_only: row(403, 2008, '{field} cannot be changed here', 'data-layer §3 Schema'),
  entity_in_use: row(403, 301, '{resource} {id} is still used and cannot be deleted', 'wire facts: Errors'),
  delete_refused: row(403, 300, 'You may not delete {resource} {id}', 'wire facts: Errors'),
  unknown_action: row(404, 300, 'There is no workflow action {action}', 'wire facts: Errors'),
  action_not_possible: row(409, 2009, 'The action {action} cannot be taken from status {status}', 'decision'),
  method_not_allowed: row(405, 2010, 'This address does not answer {method}', 'decision'),
  path_not_found: row(404, 2011, 'There is nothing at this address', 'decision'),

  sign_in_needed: row(401, 2020, 'Sign in to go on', 'decision'),
  sign_in_failed: row(401, 2021, 'The login or the password is wrong', 'decision'),
  too_many_guesses: row(
    429,
    2022,
    'Too many attempts. Try again in {seconds} seconds',
    'decision 0113',
    true,
  ),
  password_change_needed: row(403, 2, 'Change your password first', 'portal §8: 403/2'),
  password_endpoint: row(
    400,
    2023,
    "You can't update password using this endpoint. Please use changePassword.",
    'portal §5',
  ),
  password_too_weak: row(400, 2024, 'A password needs {length} characters or more', 'decision'),
  password_is_login: row(400, 2030, 'A password must not be the username', 'decision 0064'),
  password_not_new: row(400, 2031, 'The new password is the current one. Choose another', 'decision 0064'),
  password_too_common: row(
    400,
    2032,
    'This password is too common. Choose one that is hard to guess',
    'decision 0064',
  ),
  second_factor_needed: row(401, 2033, 'Confirm your identity with your second factor', 'decision 0065'),
  second_factor_failed: row(401, 2034, 'The code is wrong, or it was used before', 'decision 0065'),
  second_factor_enrolment_needed: row(
    401,
    2035,
    'This server lets nobody in without a second factor. Set one up first',
    'portal §6: mfaonly',
  ),
  second_factor_last: row(
    403,
    2036,
    'This server lets nobody in without a second factor: the last one cannot be removed',
    'portal §6: mfaonly',
  ),
  second_factor_not_set: row(
    409,
    2037,
    'There are no codes of an authenticator application yet. Set them up first',
    'decision 0065',
  ),
  proof_needed: row(
    403,
    2145,
    'Confirm that it is you first: with your password or a second factor, not longer than {minutes} minutes ago',
    'decision 0111',
  ),
  challenge_gone: row(
    401,
    2038,
    'This sign-in took too long or was finished already. Start again',
    'decision 0065',
  ),
  session_not_found: row(404, 2039, 'This session has ended already', 'decision 0064'),
  passkey_refused: row(401, 2140, 'This passkey could not be checked', 'decision 0065'),
  passkey_not_found: row(404, 2141, 'There is no such passkey', 'decision 0065'),
  provider_not_found: row(404, 2142, 'There is no provider {provider} of single sign-on', 'decision 0066'),
  single_sign_on_failed: row(401, 2143, 'The sign-in with {provider} failed: {reason}', 'decision 0066'),
  embed_not_found: row(404, 2170, 'This embed does not exist or has ended', 'decision 0164'),
  embed_site_refused: row(403, 2171, 'This site may not show it', 'decision 0164'),
  track_not_found: row(404, 2172, 'This media has no such track', 'decision 0183'),
  track_unreadable: row(
    422,
    2173,
    'This file has no text with times, as SRT and WebVTT have them, or too much of it',
    'decision 0183',
  ),
  track_not_playable: row(409, 2174, 'Only videos and audio have subtitles and chapters', 'decision 0183'),
  tracks_full: row(
    409,
    2175,
    'There are {max} subtitles and chapters already. Delete one first',
    'decision 0183',
  ),
  synonym_not_found: row(404, 2176, 'There is no such synonym', 'decision 0185'),
  synonyms_full: row(409, 2177, 'There are {max} synonyms already. Delete one first', 'decision 0185'),
  trash_not_found: row(404, 2185, 'This is no longer in the trash', 'decision 0181'),
  trash_occupied: row(409, 2186, 'Another entry has the ID {id} now', 'decision 0181'),
  merge_not_found: row(404, 2187, 'This merge is not there, or was undone already', 'decision 0227'),
  version_not_found: row(404, 2230, 'This file has no version {number}', 'decision 0196'),
  version_current: row(
    409,
    2231,
    'Version {number} is the current file. Replace it, or restore another version first',
    'decision 0196',
  ),
  file_unchanged: row(409, 2232, 'This is already the file of this asset', 'decision 0196'),
  picture_preset_not_found: row(404, 2250, 'There is no preset {code}', 'decision 0202'),
  picture_preset_exists: row(409, 2251, 'There is a preset {code} already', 'decision 0202'),
  picture_presets_full: row(409, 2252, 'There are {max} presets already. Delete one first', 'decision 0202'),
  too_many_pictures: row(
    429,
    2253,
    'Too many different pictures were asked for. Try again in {seconds} seconds',
    'decision 0202',
    true,
  ),
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
  too_many_uploads: row(
    429,
    2296,
    'Too many files at once. Try again in {seconds} seconds',
    'decision 0232',
    true,
  ),
  review_reason_missing: row(400, 2270, 'A rejection requires a reason', 'decision 0210'),
  whoami_refused: row(403, 1000, 'Nobody is signed in', 'wire facts: Errors'),
  session_gone: row(419, 2025, 'Your session has ended. Sign in again', 'portal §8: 419'),
  csrf_missing: row(403, 2026, 'The CSRF token is missing or wrong. Reload the page', 'portal §7'),
  origin_refused: row(403, 2027, 'This origin is not listed in CARTOUCHE_ORIGINS', 'decision 0026'),
  access_denied: row(403, 2028, 'You may not do this', 'portal §8'),
  no_application_credential: row(400, 2029, 'No application credential provided', 'portal §8'),

  cart_name_missing: row(400, 2040, 'A cart requires a name', 'portal §5'),
  cart_name_empty: row(400, 2041, 'A cart requires a non empty name', 'portal §5'),
  cart_not_found: row(404, 2042, 'Unknown cart {id}', 'portal §8'),
  cart_public_refused: row(403, 2043, 'You may not make public carts', 'portal §6'),
  cart_owner_stays: row(
    409,
    2120,
    'The owner of a cart cannot leave it. Give it to someone first, or delete it',
    'decision 0022',
  ),
  cart_follows: row(
    409,
    2121,
    'This cart shows what a search finds. Let it hold both, then put something in',
    'decision 0024',
  ),
  share_not_found: row(404, 2044, 'This link does not exist or has ended', 'portal §8: 404'),
  share_password_needed: row(401, 2045, 'This link needs its password', 'portal §8: 401'),
  share_password_wrong: row(401, 2046, 'The password is wrong', 'portal §8: 401'),
  share_action_refused: row(403, 2047, 'This link does not allow {action}', 'portal §7'),
  share_profile_refused: row(403, 2297, 'This link does not give {profile}', 'decision 0236'),
  share_used_up: row(404, 2100, 'The visitor limit of this link is reached', 'decision 0026'),
  mail_not_found: row(404, 2101, 'There is no mail {id} that could be sent or deleted', 'decision 0026'),
  mail_server_missing: row(
    409,
    2102,
    'No mail server is configured. Set CARTOUCHE_SMTP_URL and CARTOUCHE_MAIL_FROM, then restart the server',
    'decision 0026',
  ),
  profile_exists: row(409, 2105, 'There is a profile {code} already', 'decision 0028'),
  profile_not_found: row(404, 2106, 'There is no profile {code}', 'decision 0028'),
  profile_built_in: row(
    409,
    2107,
    'The profile {code} belongs to the product: it cannot be changed or deleted',
    'decision 0028',
  ),
  list_not_found: row(404, 2103, 'This search is no longer kept. Start the download again', 'decision 0027'),
  email_missing: row(
    400,
    2104,
    'There is no e-mail address in your profile to send the link to',
    'decision 0027',
  ),
  archive_refused: row(
    413,
    2048,
    'The archive would have {sizeBytes} bytes; the limit is {maxSizeBytes}',
    'portal §4',
  ),
  archive_not_found: row(404, 2049, 'This download does not exist or has ended', 'portal §7'),
  archive_outdated: row(
    410,
    2108,
    '{count} files of this download are no longer yours to take. Prepare it again',
    'decision 0116',
  ),
  archive_empty: row(400, 2050, 'There is nothing to download in this cart', 'decision'),

  saved_search_not_found: row(404, 2110, 'Unknown search {id}', 'decision'),
  saved_search_name_missing: row(400, 2111, 'A saved search requires a name', 'decision'),
  saved_search_empty: row(
    400,
    2112,
    "Cursor cannot be bookmarked as it doesn't define neither fulltext tokens nore constraints nore user custom params",
    'portal §5',
  ),
  saved_searches_full: row(
    409,
    2113,
    'You already have {max} saved searches, the maximum. Delete one first',
    'decision 0060',
  ),
  preferences_full: row(409, 2114, 'You already have {max} preferences, the maximum', 'decision 0061'),

  rendition_not_found: row(404, 2060, 'There is no rendition {name} of this asset', 'decision'),
  rendition_failed: row(422, 2061, 'The rendition {name} could not be made: {reason}', 'decision'),
  file_missing: row(404, 2062, '{resource} {id} has no file', 'decision'),
  range_not_satisfiable: row(416, 2063, 'The range lies outside of the file', 'RFC 9110'),

  upload_format: row(400, 9, 'The upload is not well-formed: {reason}', 'wire facts: 400/9'),
  upload_empty: row(400, 17, 'The upload holds no file', 'wire facts: 400/17'),
  upload_too_large: row(413, 2071, 'The file is larger than {maxSizeBytes} bytes', 'decision'),
  storage_full: row(507, 2072, 'The disk of the server is full. Nothing was stored', 'decision', true),
  // No failure of the server's, which a 507 would be counted as; the same file can be taken later.
  storage_limit_reached: row(
    413,
    2290,
    'The storage limit is reached: {usedBytes} of {limitBytes} bytes are in use, and this needs {neededBytes} more',
    'decision 0230; RFC 9110 §15.5.14',
  ),
  file_limit_reached: row(
    413,
    2291,
    'The storage limit is reached: there are {files} files, and the limit is {limit}',
    'decision 0230; RFC 9110 §15.5.14',
  ),
  too_many_ids: row(
    400,
    2073,
    'Cannot retrieve so many items at once: at most {max}, better 50',
    'data-layer §8',
  ),
  import_item_not_ready: row(409, 2074, 'Item {id} is not ready to be validated: {reason}', 'decision'),
  import_job_deactivated: row(
    409,
    2150,
    'The import {id} is deactivated. Activate it to go on',
    'decision 0139',
  ),
  import_job_circle: row(
    409,
    2151,
    'The import {id} cannot be under itself, directly or through others',
    'decision 0140',
  ),
  import_item_closed: row(409, 2075, 'Item {id} cannot be changed: {reason}', 'decision 0143'),
  page_closed: row(409, 2152, 'The page {id} is {status}. Change its working copy', 'decision 0163'),
  page_versions_changed: row(
    409,
    2154,
    'The versions of page {id} have changed. Reload the page and confirm again',
    'decision 0180',
  ),
  page_schedule_not_found: row(404, 2153, 'Nothing is scheduled for page {id}', 'decision 0178'),
  import_command_final: row(409, 2076, 'This change cannot be {action}: {reason}', 'decision 0143'),

  field_in_rules: row(
    409,
    2136,
    'The field {field} is named by row rules of these roles: {roles}. Change them first',
    'decision 0068',
  ),
  grant_not_valid: row(400, 2130, 'The grant at {at} is not valid: {reason}', 'decision 0068'),
  role_fixed: row(
    409,
    2131,
    "This role came with the product: it cannot be deleted, and the administrator's keeps its grants",
    'decision 0068',
  ),
  last_administrator: row(
    409,
    2132,
    'Somebody must be left who may do everything and can sign in. Make another administrator first',
    'decision 0068',
  ),
  administrator_only: row(
    403,
    2133,
    'Only an administrator can create, change or remove an administrator',
    'decision 0069',
  ),
  power_exceeded: row(
    403,
    2144,
    'You cannot grant, change or remove rights beyond your own: {grant}',
    'decision 0110',
  ),
  account_owns: row(409, 2134, '{name} owns {count} items. Name who gets them', 'decision 0069'),
  application_key_not_found: row(404, 2190, 'There is no key {id} of this application', 'decision 0189'),
  quota_exceeded: row(
    429,
    2191,
    'This application has reached its limit of {limit} calls. Try again in {seconds} seconds',
    'decision 0189',
    true,
  ),
  branding_image_refused: row(400, 2135, 'This picture cannot be used: {reason}', 'decision 0071'),

  reverse_search_off: row(404, 2160, 'Reverse search is switched off', 'decision 0167'),
  reverse_search_not_found: row(404, 2161, 'Nobody has searched for this picture yet', 'decision 0167'),
  reverse_search_failed: row(422, 2162, 'The search failed: {reason}', 'decision 0167'),
  picture_unsupported: row(
    422,
    2163,
    'This file is not an image that can be searched for. Use a JPEG, PNG, WebP, HEIC or TIFF; SVG is not supported',
    'decision 0174',
  ),
  picture_too_large: row(
    422,
    2164,
    'This image is too large to be read. Make it smaller and try again',
    'decision 0174',
  ),
  picture_damaged: row(
    422,
    2165,
    'This image is damaged and cannot be read. Try another copy',
    'decision 0174',
  ),

  backups_not_set_up: row(
    409,
    2280,
    'No place for backups is set. An administrator of the server sets CARTOUCHE_BACKUP_TO',
    'decision 0228',
  ),
  backup_under_way: row(409, 2281, 'A backup is being made already', 'decision 0228'),
  check_under_way: row(409, 2282, 'A backup is being checked already', 'decision 0228'),

  unavailable: row(
    503,
    2090,
    'Cartouche is not available for the moment. Try again in a few seconds',
    'decision',
    true,
  ),
  server_busy: row(
    503,
    2091,
    'Many people are using this server at the moment. Try again in {seconds} seconds',
    'decision 0223',
    true,
  ),
  internal: row(
    500,
    2099,
    'Something went wrong on the server. Give the request id {requestId} to your administrator',
    'DESIGN: one definition per error',
  ),
} as const satisfies Record<string, ErrorRow>

// Who loads the table has its messages in every error.
Object.assign(errorRows, errorTable)

/** The name of an error, the same in server, client and translations. */
export type ErrorCode = keyof typeof errorTable
