import type { Branding } from '@cartouche/contract'

/**
 * How the library presents itself, as the server wrote it into the page; the product's own where it did not.
 * @source decision 0071
 */
export type Brand = Pick<Branding, 'appName' | 'logo' | 'background' | 'colours'>

const own: Brand = { appName: '', logo: '', background: '', colours: null }

/** Read once: a brand that changes comes with the next page. */
export const brand: Brand = readBrand()

function readBrand(): Brand {
  const text = typeof document === 'undefined' ? null : document.getElementById('brand')?.textContent
  return text ? { ...own, ...(JSON.parse(text) as Partial<Brand>) } : own
}
