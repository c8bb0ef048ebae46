import type { Asset } from '@cartouche/contract'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'

/** A number of bytes with its unit; nothing where it is not known. */
export function BytesText({ sizeBytes }: { readonly sizeBytes: number | null | undefined }) {
  const intl = useIntl()
  return sizeBytes === null || sizeBytes === undefined ? null : formatBytes(intl, sizeBytes)
}

/** The nature of an asset in the reader's language. */
export function NatureText({ asset }: { readonly asset: Pick<Asset, 'rootnature'> }) {
  const intl = useIntl()
  const name = asset.rootnature?.name ?? ''
  return textOr(intl, `nature.${name}`, name)
}
