import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groupChunks } from './build/group-chunks.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { serviceWorker } from './build/service-worker.ts'

/** Where the development server finds the API; the same address serves the built application. */
const server = process.env['CARTOUCHE_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), groupChunks(), pdfFiles(), serviceWorker()],
  // Texts are read as JSON: as code, the browser compiles an object of three thousand properties.
  json: { namedExports: false, stringify: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/bov3': server,
      '/rest': server,
      '/json': server,
      '/wedia': server,
      '/packaged': server,
    },
  },
})
