import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * What pdf.js loads by name when a document needs it: character maps, fonts that documents leave out,
 * decoders. They stand under its version, for browsers to keep.
 */
export function pdfFiles(): Plugin {
  const home = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = `assets/pdfjs-${version}`
  const isNeeded = (name: string): boolean => !/^(quickjs|LICENSE_QUICKJS)|\.wasm$/.test(name)
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const part of ['cmaps', 'standard_fonts', 'wasm'])
        for (const name of readdirSync(join(home, part)).filter(isNeeded))
          this.emitFile({
            type: 'asset',
            fileName: `${folder}/${part}/${name}`,
            source: readFileSync(join(home, part, name)),
          })
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const [, part, name] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
        if (part === undefined || name === undefined) return next()
        response.end(readFileSync(join(home, part, name)))
      })
    },
  }
}
