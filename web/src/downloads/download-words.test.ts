import { ApiError, ClientError, type DownloadSnapshot } from '@cartouche/client'
import { expect, test } from 'vitest'
import { adviceText, canTryAgain, stateText, summarize } from './download-words.ts'

const download = (change: Partial<DownloadSnapshot>): DownloadSnapshot => ({
  downloadId: '1',
  downloadName: 'A',
  cartId: 1,
  shareId: null,
  profile: 'originals',
  withContactSheet: true,
  unzip: false,
  withAssetsDescriptions: true,
  withLiveVideos: true,
  sendLinkByEmail: false,
  selection: null,
  search: null,
  list: null,
  range: null,
  progress: null,
  status: 'registered',
  error: null,
  infos: null,
  size: -1,
  zipUuid: null,
  url: null,
  waitsForUser: false,
  part: null,
  skipped: [],
  time: 0,
  ...change,
})

test('P4 every status of the download flow has its words', () => {
  const words = (
    ['registered', 'resolving', 'initial', 'fetching', 'loaded', 'downloaded', 'error'] as const
  ).map((status) => stateText({ status, waitsForUser: false }))
  expect(new Set(words)).toEqual(
    new Set([
      'downloads.state.waiting',
      'downloads.state.testing',
      'downloads.state.preparing',
      'downloads.state.ready',
      'downloads.state.taken',
      'downloads.state.failed',
    ]),
  )
  expect(stateText({ status: 'resolved', waitsForUser: true })).toBe('downloads.state.asking')
})

test('a refusal is not tried again as it is, a server that was away is', () => {
  expect(adviceText({ error: new ClientError('download_refused') })).toBe('downloads.failed.refused')
  expect(adviceText({ error: new ApiError('cart_not_found', { id: 1 }) })).toBe('downloads.failed.gone')
  expect(canTryAgain(download({ status: 'error', error: new ClientError('network') }))).toBe(true)
  expect(canTryAgain(download({ status: 'error', error: new ClientError('download_refused') }))).toBe(false)
})

test('the ring counts what is ready and says what waits for the person', () => {
  expect(summarize([download({ status: 'loaded' }), download({ status: 'fetching' })])).toEqual({
    count: 2,
    ready: 1,
    isBusy: true,
    needsPerson: false,
  })
  expect(summarize([download({ status: 'resolved', waitsForUser: true })])).toEqual({
    count: 1,
    ready: 0,
    isBusy: false,
    needsPerson: true,
  })
})
