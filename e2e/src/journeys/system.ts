import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession, newPerson as comes, signIn } from '../open-browser.ts'
import { withApplication, type Application } from '../start-application.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]
const address = '/administration?section=system'
const isRead = (url: URL): boolean => url.pathname.endsWith('/rest/administration/system')

/** How the system runs, as it is at the moment; with the mouse and by keyboard. */
export const systemJourney: Journey = {
  name: 'System status',
  async run(stage) {
    const { application, newPerson, step } = stage
    const { page, errors } = await newPerson()
    await beginSession(page, 'admin', application.password)
    const servers = page.getByRole('table', { name: 'Servers' })

    await step('an administrator reads how the system runs, at every width', async () => {
      await page.goto(address)
      await servers.getByText('This server').waitFor()
      assert.equal(await servers.getByRole('row').count(), 2)
      await page.getByRole('table', { name: 'Caches' }).getByText('small_blobs').waitFor()
      await page.getByText('No backups are set up').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await checkPage(page, `System status of ${size.width} px`)
      }
    })
    for (const hand of [mouse, keyboard]) {
      await step(`${hand.name}: the section is among those of the system`, async () => {
        await page.goto('/administration?section=storage')
        await hand.press(page, page.getByRole('link', { name: 'System status' }))
        await servers.waitFor()
      })
    }
    await step('it is read again without a reload; while it cannot be, that is said', async () => {
      await page.goto(address)
      await servers.waitFor()
      await page.waitForResponse((answer) => isRead(new URL(answer.url())))
      await page.route(isRead, (route) => route.abort())
      await page.getByText('Not updated: the server does not answer.').waitFor()
      assert.equal(await servers.getByText('This server').count(), 1)
      await page.unroute(isRead)
      await page.getByText('Not updated: the server does not answer.').waitFor({ state: 'detached' })
    })
    await step('who administers nothing has no such page', async () => {
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, address)
      await other.page.getByRole('heading', { name: 'Administration' }).waitFor()
      assert.equal(await other.page.getByRole('table').count(), 0)
    })
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('ERR_FAILED')),
        [],
      ),
    )
    await backUp(stage)
  },
}

/** On an application whose settings say where backups go. */
async function backUp(stage: Stage): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-journey-backups-'))
  const place = join(folder, 'place')
  try {
    await withApplication({ settings: { CARTOUCHE_BACKUP_TO: place } }, (application) =>
      backUpNow(stage, application, place),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In the words of the reader's language, whatever language the server writes its log in. */
async function readInFrench({ browser }: Stage, application: Application, place: string): Promise<void> {
  const api = await openApi(application.url, 'admin', application.password)
  await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
  const { page, context } = await comes(browser, application.url)
  await signIn(page, 'admin', application.password, address)
  const backups = page.getByRole('region', { name: 'Sauvegardes' })
  const alerts = backups.getByRole('alert')
  await alerts.getByText(`${place} contenait des sauvegardes et n’en contient plus.`).waitFor()
  await alerts.getByText('L’emplacement de sauvegarde n’est plus accessible.').waitFor()
  assert.equal(await backups.getByText('Is its disk mounted?').count(), 0)
  for (const size of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `Backups that fail in French of ${size.width} px`)
  }
  await context.close()
  await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
}

async function backUpNow(stage: Stage, application: Application, place: string): Promise<void> {
  const { browser, step } = stage
  const { page } = await comes(browser, application.url)
  await signIn(page, 'admin', application.password, address)
  const backups = page.getByRole('region', { name: 'Backups' })
  const rows = backups.getByRole('table', { name: 'Latest backups' }).getByRole('row')
  const now = backups.getByRole('button', { name: 'Back up now' })
  await step('where backups are set up and none was made, that is said', () =>
    backups.getByText('No backup yet').waitFor(),
  )
  let made = 0
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a backup is made now, and its result is shown without a reload`, async () => {
      await hand.press(page, now)
      made += 1
      await rows.nth(1).getByText('Complete', { exact: true }).waitFor()
      await rows.nth(made).waitFor()
      await backups.getByText('No backup yet').waitFor({ state: 'detached' })
    })
  const lastCheck = backups.locator('div', { hasText: /^Last checked by restoring/ })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: the newest backup is checked by restoring it`, async () => {
      const button = backups.getByRole('button', { name: 'Check now' })
      await hand.press(page, button)
      for (const isBusy of [true, false])
        await button.and(page.locator(`[aria-disabled="${isBusy}"]`)).waitFor()
      await lastCheck.getByText(/^(just now|1 minute ago)$/).waitFor()
    })
  await step('backups that are well, at every width, light and dark', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await checkPage(page, `Backups of ${size.width} px`)
    }
  })
  await step(
    'one that fails says so, why, and what to do; the next one that is well takes it back',
    async () => {
      await rename(place, `${place}-elsewhere`)
      await writeFile(place, 'no folder')
      await now.click()
      const failed = backups.getByRole('alert').filter({ hasText: 'The last backup failed' })
      await failed.getByText('Is its disk mounted?').waitFor()
      await rows.nth(1).getByText('Failed', { exact: true }).waitFor()
      const notArchived = backups
        .getByRole('alert')
        .filter({ hasText: 'Recent changes are not being archived' })
      await notArchived.getByText('Is its disk mounted?').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await checkPage(page, `Backups that fail of ${size.width} px`)
      }
      await readInFrench(stage, application, place)
      await rm(place)
      await rename(`${place}-elsewhere`, place)
      await now.click()
      for (const notice of [failed, notArchived]) await notice.waitFor({ state: 'detached' })
      await rows.nth(1).getByText('Complete', { exact: true }).waitFor()
    },
  )
}
