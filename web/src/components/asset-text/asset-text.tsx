import type { Asset } from '@cartouche/contract'
import { useIntl } from 'react-intl'
import { formatBytes } from '../../translations/format.ts'
import { natureOf } from './nature-of.ts'

/** A number of bytes with its unit; nothing where it is not known. */
export function BytesText({ sizeBytes }: { readonly sizeBytes: number | null | undefined }) {
  const intl = useIntl()
  return sizeBytes === null || sizeBytes === undefined ? null : formatBytes(intl, sizeBytes)
}

/** The nature of an asset in the reader's language. */
export function NatureText({ asset }: { readonly asset: Pick<Asset, 'rootnature'> }) {
  const intl = useIntl()
  const nature = natureOf(asset)
  return nature === undefined
    ? (asset.rootnature?.name ?? '')
    : intl.formatMessage({ id: `nature.${nature}` })
}
