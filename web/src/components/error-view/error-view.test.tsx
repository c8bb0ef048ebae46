import { ApiError } from '@cartouche/client'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../translations/all-texts.ts'
import { ErrorView, ErrorViewOf } from './error-view.tsx'

const draw = (view: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <IntlProvider locale="en" messages={en}>
        {view}
      </IntlProvider>
    </MantineProvider>,
  )
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, '\n')

test('P2.02 D2.01 the title, and words for a missing code', () => {
  expect(draw(<ErrorView />)).toMatch(/An error occured!\s+NO CODE PROVIDED!/)
})

test('P2.02 D8.01 code, description by code, message and stack, each where it is there', () => {
  const all = draw(<ErrorView code="404" message="/nowhere" stack="at nowhere" />)
  for (const text of ['404', 'There is nothing at this address.', '/nowhere', 'at nowhere'])
    expect(all).toContain(text)
  expect(draw(<ErrorView code="nonesuch" />)).not.toContain('Technical details')
})

test('P8.12 D8.01 an error that nobody foresaw has the code of untrapped ones, with its stack; one of the table has its own', () => {
  expect(draw(<ErrorViewOf error={new TypeError('broken')} />)).toMatch(
    /error\.wedia-vue\.untrapped\.web[\s\S]*broken[\s\S]*TypeError: broken/,
  )
  const known = draw(<ErrorViewOf error={new ApiError('not_a_tree', { resource: 'asset' })} />)
  expect(known).toContain('not_a_tree')
  expect(known).not.toContain('Technical details')
})
