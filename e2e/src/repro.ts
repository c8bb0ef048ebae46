import { readFileSync } from 'node:fs'
import { openBrowser, newPerson, signIn } from './open-browser.ts'
import { openScreenReader } from './screen-reader.ts'
import { getSamples } from './samples.ts'
const url = readFileSync('/tmp/stay.url', 'utf8')
const browser = await openBrowser()
const { page } = await newPerson(browser, url)
await signIn(page, 'editor', 'journey-password', '/browse?q=harbour')
const reader = await openScreenReader(page)
const say = (what: string, said: unknown) => console.log(what, '→', said)
const tabs = async (n: number, key = 'Tab') => { for (let i = 0; i < n; i++) console.log('   ', await reader.press(key)) }
try {
  say('list', await reader.find(/list Assets, link/))
  await reader.press('Space'); await reader.find(/button Share/); await reader.press('Enter'); await page.waitForTimeout(1500)
  say('pw', await reader.find(/button Message, recipients/)); await reader.press('Enter'); await tabs(12)
  say('create', await reader.find(/button Create the link/)); await reader.press('Enter'); say('told', await reader.told(/ready/)); say('now', await reader.hear())
  const link = await reader.find(/textbox Link/, 'Shift+Tab'); say('link', link)
  await reader.press('Escape'); await page.waitForTimeout(800); say('after esc', await reader.hear())
  await reader.press('Escape'); await page.waitForTimeout(300); console.log('LIVE', reader.all())
  // describe
  say('list', await reader.find(/list Assets, link/, 'Shift+Tab')); say('enter', await reader.press('Enter')); await page.waitForTimeout(1500)
  say('name', await reader.find(/button Edit Name/)); await reader.press('Enter'); await page.waitForTimeout(500); say('now', await reader.hear())
  await reader.press('Escape'); await page.waitForTimeout(500); say('esc', await reader.hear())
  say('desc', await reader.find(/Description/)); await reader.press('Enter'); await page.waitForTimeout(500); say('now', await reader.hear())
  await reader.type('Boats in the harbour'); await reader.press('Tab'); await page.waitForTimeout(2000); console.log('LIVE', reader.all()); say('now', await reader.hear())
  await reader.press('Escape'); await page.waitForTimeout(1000); say('esc', await reader.hear())
  // import
  say('import', await reader.find(/link Import/, 'Shift+Tab')); await reader.press('Enter'); say('told', await reader.told(/^Import/)); say('now', await reader.hear()); await tabs(25)
  await page.screenshot({ path: '/tmp/repro.png' })
} catch (e) { await page.screenshot({ path: '/tmp/repro.png' }); throw e } finally { await browser.close() }
