import { assetNatures } from '@cartouche/client'
import type { Asset, NatureName } from '@cartouche/contract'

/**
 * The nature of an asset by its id: names come in the reader's language. Undefined where the record says
 * none, or one of a later day.
 */
export function natureOf({ rootnature }: Pick<Asset, 'rootnature'>): NatureName | undefined {
  return rootnature ? natureById(rootnature.id) : undefined
}

/** The built-in nature of an id. */
export function natureById(id: number): NatureName | undefined {
  return (Object.keys(assetNatures) as NatureName[]).find((name) => assetNatures[name] === id)
}
