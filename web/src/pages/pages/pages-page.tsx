import { pagesOf } from '@cartouche/client'
import { useCan, useClient, useReadable } from '@cartouche/react'
import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { CreatePageDialog } from './create-page-dialog.tsx'
import { PageActDialog, type AskedAct } from './page-act-dialog.tsx'
import { PageListRow } from './page-list-row.tsx'
import { pageRows, selectRows, type PageAct, type PageRow } from './page-rows.ts'
import { readPagesAddress, writePagesAddress, type PagesState } from './pages-address.ts'
import { PagesToolbar } from './pages-toolbar.tsx'
import classes from './pages.module.css'

/** Pages as a tree, with what can be done with each; filtered by the address. */
export function PagesPage() {
  const pages = pagesOf(useClient())
  const navigate = useNavigate()
  const state = readPagesAddress(useSearch({ from: '/frame/pages' }))
  const { pages: all, status, error, hasData } = useReadable(pages.list)
  const canCreate = useCan('page/create')
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<{ readonly act: AskedAct; readonly id: number } | null>(null)
  useEffect(() => void Promise.allSettled([pages.fetchPages(), pages.schedules.fetch()]), [pages])
  const rows = pageRows(all)
  const shown = selectRows(rows, state)
  const change = (next: PagesState): void =>
    void navigate({ to: '/pages', search: writePagesAddress(next), replace: true })
  const edit = async ({ page, copy, state: at }: PageRow): Promise<void> => {
    const id = copy?.id ?? (at === 'published' ? (await pages.fetchWorkingCopy(page.id)).id : page.id)
    await navigate({ to: '/pages/$pageId', params: { pageId: String(id) } })
  }
  const askedRow = asked && rows.find(({ page }) => page.id === asked.id)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>
          <FormattedMessage id="nav.pages" />
        </Title>
        <PagesToolbar
          state={state}
          isFiltering={rows.length > 0 || state.name !== '' || state.state !== undefined}
          onChange={change}
        >
          {canCreate && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              onClick={() => setCreating(true)}
            >
              <FormattedMessage id="pages.create" />
            </Button>
          )}
        </PagesToolbar>
      </header>
      {!hasData && status === 'error' ? (
        <ErrorViewOf error={error} onRetry={() => void pages.fetchPages().catch(() => undefined)} />
      ) : !hasData ? (
        <Skeletons />
      ) : shown.length > 0 ? (
        <div className={classes.scroller}>
          <ul className={classes.rows}>
            {shown.map((row) => (
              <PageListRow
                key={row.page.id}
                row={row}
                onEdit={() => edit(row)}
                onAct={(act: PageAct) => {
                  if (act !== 'edit' && act !== 'view') setAsked({ act, id: row.page.id })
                }}
              />
            ))}
          </ul>
        </div>
      ) : rows.length > 0 ? (
        <EmptyState
          text={<FormattedMessage id="pages.noMatch" />}
          label={<FormattedMessage id="pages.noMatch.action" />}
          onAction={() => change({ name: '', state: undefined })}
        />
      ) : (
        <EmptyState
          text={<FormattedMessage id="pages.empty" />}
          label={<FormattedMessage id="pages.create" />}
          onAction={canCreate ? () => setCreating(true) : undefined}
        />
      )}
      {isCreating && (
        <CreatePageDialog
          parents={rows.filter(({ state: at }) => at !== 'archived').map(({ page }) => page)}
          onClose={() => setCreating(false)}
        />
      )}
      {asked && askedRow && <PageActDialog act={asked.act} row={askedRow} onClose={() => setAsked(null)} />}
    </div>
  )
}

function Skeletons() {
  return (
    <Stack gap="sm" p="lg" aria-hidden>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} height={52} />
      ))}
    </Stack>
  )
}
