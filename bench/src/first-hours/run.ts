import { openBrowser } from '../../../e2e/src/open-browser.ts'
import { withApplication } from '../../../e2e/src/start-application.ts'
import { administratorFirstHour } from './administrator.ts'
import { playFirstHour } from './first-hour.ts'
import { guestFirstHour } from './guest.ts'
import { librarianFirstHour } from './librarian.ts'
import { photographerFirstHour } from './photographer.ts'
import { pressOfficerFirstHour } from './press-officer.ts'

const hours = [
  administratorFirstHour,
  photographerFirstHour,
  librarianFirstHour,
  pressOfficerFirstHour,
  guestFirstHour,
]

/**
 * Plays the first hours of five people, or those whose names hold one of the words given, each on an
 * application of its own. They go by what is on the screen alone; the first thing that somebody does not find
 * ends the run. `docs/first-hours.md` says what was awkward.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2).map((word) => word.toLowerCase())
  const chosen = hours.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
  )
  const browser = await openBrowser()
  try {
    for (const hour of chosen)
      await withApplication({ demo: hour.demo }, async (application) => {
        const seconds = await playFirstHour(hour, application, browser, (line) => console.log(line))
        const sum = seconds.reduce((one, other) => one + other, 0)
        console.log(`  ${seconds.length} steps, ${sum.toFixed(0)} s`)
      })
  } finally {
    await browser.close()
  }
}

await main()
