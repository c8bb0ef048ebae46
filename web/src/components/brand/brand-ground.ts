import type { CSSProperties } from 'react'
import { brand } from '../../theme/brand.ts'

/** The picture behind pages that have one thing on them; nothing where there is none. */
export const brandGround: CSSProperties =
  brand.background === ''
    ? {}
    : { background: `var(--ground-stage) center / cover no-repeat url(${JSON.stringify(brand.background)})` }

/** What stands on such a picture has a ground of its own, so that it can be read. */
export const brandSurface: CSSProperties =
  brand.background === ''
    ? {}
    : {
        background: 'var(--ground)',
        borderRadius: 'var(--mantine-radius-lg)',
        padding: 'var(--mantine-spacing-xl)',
      }
