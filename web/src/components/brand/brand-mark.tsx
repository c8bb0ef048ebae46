import { brand } from '../../theme/brand.ts'

/**
 * The mark of the library, square and this high; its logo where it has one, as wide as it is. Beside it
 * stands the name.
 */
export function BrandMark({ size }: { readonly size: number }) {
  return brand.logo === '' ? (
    <img src="/mark.svg" alt="" width={size} height={size} />
  ) : (
    <img src={brand.logo} alt="" height={size} style={{ maxWidth: size * 5, objectFit: 'contain' }} />
  )
}
