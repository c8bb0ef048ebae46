// Made from the error table by `npm run docs`: the code of each status and sub-code,
// for servers that send no codes.
export const wireErrors: Readonly<Record<string, string>> = {
  '400/1200': 'query_syntax',
  '403/301': 'entity_in_use',
  '403/300': 'delete_refused',
  '404/300': 'unknown_action',
  '403/2': 'password_change_needed',
  '403/1000': 'whoami_refused',
  '400/9': 'upload_format',
  '400/17': 'upload_empty',
}
