import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../ground/services.ts'
import { readBranding } from '../people/branding/read-branding.ts'

/**
 * Gives the application's page with the brand in it: name, favicon, colours, and all of it as data for the
 * scripts.
 */
export type BrandPage = () => Promise<string>

/**
 * Reads the built page, and again when it was built again. The brand stands in it, so that nothing is asked
 * for and nothing flashes; where the database does not answer, the page is the product's own.
 * @source decision 0071
 */
export function createBrandPage(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  webFolder: string,
): BrandPage {
  const file = join(webFolder, 'index.html')
  let apiError: { readonly at: number; readonly html: string } | undefined
  return async () => {
    const { mtimeMs } = await stat(file)
    if (apiError?.at !== mtimeMs) apiError = { at: mtimeMs, html: await readFile(file, 'utf8') }
    const { html } = apiError
    // Addresses within the page are those of its own server, whatever it is called by.
    return readBranding(services, '').then(
      (branding) => putIn(html, branding),
      (error: unknown) => {
        services.log.warn(
          { error: String(error) },
          'The brand could not be read; the page is served without it',
        )
        return html
      },
    )
  }
}

type Brand = Awaited<ReturnType<typeof readBranding>>

function putIn(
  html: string,
  { appName, logo, background, favicon, colours, colour, version }: Brand,
): string {
  const data = JSON.stringify({ appName, logo, background, colour, colours, version }).replaceAll(
    '<',
    '\\u003c',
  )
  const named = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(appName)}</title>`)
  const iconed =
    favicon === ''
      ? named
      : named.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(favicon)}" />`)
  return iconed.replace(
    '</head>',
    () => `<script type="application/json" id="brand">${data}</script>${styleOf(colours)}</head>`,
  )
}

function styleOf(colours: Brand['colours']): string {
  if (colours === null) return ''
  const rule = (scheme: 'light' | 'dark'): string =>
    `:root:root[data-mantine-color-scheme='${scheme}']{--accent-ground:${colours[scheme].ground};--accent-text:${colours[scheme].text}}`
  return `<style>${rule('light')}${rule('dark')}</style>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
