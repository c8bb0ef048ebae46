import { assetPath } from '../../address/browse-cursor.ts'

/** What texts call the records of a resource: assets, or records. */
export function nounOf(path: string): 'asset' | 'record' {
  return path === assetPath ? 'asset' : 'record'
}
