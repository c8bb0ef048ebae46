import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,client,react,web,tools,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '.runtime/**'],
    globalSetup: ['server/src/ground/database/test-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
