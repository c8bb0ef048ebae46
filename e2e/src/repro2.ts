import { readFileSync } from 'node:fs'
import { openBrowser, newPerson, signIn } from './open-browser.ts'
import { openScreenReader } from './screen-reader.ts'
const url = readFileSync('/tmp/stay.url', 'utf8')
const browser = await openBrowser()
const { page } = await newPerson(browser, url)
await signIn(page, 'editor', 'journey-password', '/browse?q=harbour')
const reader = await openScreenReader(page)
const say = (what: string, said: unknown) => console.log(what, '→', said)
const where = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))
try {
  await reader.find(/list Assets, link/); await reader.press('Enter'); await page.waitForTimeout(1500)
  await reader.find(/button Edit Name/); await reader.press('Enter'); await page.waitForTimeout(500)
  await reader.press('Escape'); await page.waitForTimeout(500); say('esc', await where())
  await reader.find(/Description/); await reader.press('Enter'); await page.waitForTimeout(500)
  await reader.press('Escape'); await page.waitForTimeout(500); say('esc', await where())
} finally { await browser.close() }
