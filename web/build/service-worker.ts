import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Parts above this are kept when they were used, not before, bytes: the page editor, charts, the reader of
 * documents. So is what stands in folders of their own: its fonts and character maps. What every page loads
 * is kept whatever its size.
 */
const precachedUpToBytes = 300_000

/**
 * Builds the service worker beside the application, with the addresses of the parts that it keeps from the
 * start.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const ofStart = new Set(
        Object.values(bundle).flatMap((part) => (part.type === 'chunk' && part.isEntry ? part.imports : [])),
      )
      const parts = Object.values(bundle)
        .filter(({ fileName }) => /^assets\/[^/]+$/.test(fileName))
        .filter((part) => sizeOf(part) <= precachedUpToBytes || ofStart.has(part.fileName))
        .map(({ fileName }) => `/${fileName}`)
        .toSorted()
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { builtParts: JSON.stringify(parts), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          rollupOptions: {
            input: join(import.meta.dirname, '../service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}

type Part =
  | { readonly type: 'chunk'; readonly code: string }
  | { readonly type: 'asset'; readonly source: string | Uint8Array }

function sizeOf(part: Part): number {
  return part.type === 'chunk' ? part.code.length : part.source.length
}
