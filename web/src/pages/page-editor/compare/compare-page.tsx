import { comparePages, pagesOf, type Page, type PageChange } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import type { PreviewWidth } from '../editor-address.ts'
import { versionName, versionsOf } from '../page-versions.ts'
import { PagePreview } from '../preview/page-preview.tsx'
import { ChangeList } from './change-list.tsx'
import classes from './compare.module.css'

const panels = ['changes', 'before', 'after'] as const
type Panel = (typeof panels)[number]

interface ComparePageProps {
  readonly page: Page
  /** Id of the other version. */
  readonly other: number
  readonly width: PreviewWidth
  /** The language in which both are shown; their own by default. */
  readonly language: string | undefined
  readonly onOther: (id: number) => void
  readonly onClose: () => void
}

/** A page beside another version of it, with what is different in a list. */
export function ComparePage({ page, other, width, language, onOther, onClose }: ComparePageProps) {
  const intl = useIntl()
  const pages = pagesOf(useClient())
  const { pages: all } = useReadable(pages.list)
  const editor = pages.page(other)
  const { page: second, status, error } = useReadable(editor)
  useEffect(() => void editor.fetch().catch(() => undefined), [editor])
  const choices = versionsOf(all, page)
    .filter(({ id }) => id !== page.id)
    .map((one) => ({ value: String(one.id), label: versionName(intl, one) }))
  return (
    <>
      <div className={classes.bar}>
        <Select
          size="sm"
          label={<FormattedMessage id="pageCompare.with" />}
          allowDeselect={false}
          data={choices}
          value={String(other)}
          onChange={(chosen) => onOther(Number(chosen ?? other))}
        />
        <Button variant="default" onClick={onClose}>
          <FormattedMessage id="pageCompare.close" />
        </Button>
      </div>
      {second ? (
        <Compared page={page} second={second} width={width} language={language} />
      ) : status === 'error' ? (
        <ErrorViewOf error={error} onRetry={() => void editor.fetch().catch(() => undefined)} />
      ) : (
        <Skeleton className={classes.body} aria-hidden />
      )}
    </>
  )
}

interface ComparedProps {
  readonly page: Page
  readonly second: Page
  readonly width: PreviewWidth
  readonly language: string | undefined
}

/** Both previews and the changes; one at a time where there is no room. */
function Compared({ page, second, width, language }: ComparedProps) {
  const intl = useIntl()
  const { pages: all } = useReadable(pagesOf(useClient()).list)
  const [panel, setPanel] = useState<Panel>('changes')
  const [chosen, setChosen] = useState<PageChange | null>(null)
  const [before, after] = page.version < second.version ? [page, second] : [second, page]
  const changes = useMemo(() => comparePages(before, after), [before, after])
  const versions = versionsOf(all, page)
  const nameOf = ({ id, name }: Page): string => {
    const version = versions.find((one) => one.id === id)
    return version ? versionName(intl, version) : name
  }
  const preview = (side: 'before' | 'after', shown: Page) => {
    const label = intl.formatMessage({ id: `pageCompare.${side}` }, { version: nameOf(shown) })
    return (
      <div className={classes[side]}>
        <div className={classes.caption} aria-hidden>
          {label}
        </div>
        <PagePreview
          page={shown}
          width={width}
          language={language}
          label={label}
          selected={chosen?.[side]?.id}
          onSelect={(id) => setChosen(changes.find((one) => one[side]?.id === id) ?? null)}
        />
      </div>
    )
  }
  return (
    <>
      <SegmentedControl
        className={classes.panels}
        fullWidth
        aria-label={intl.formatMessage({ id: 'pageCompare.panels' })}
        value={panel}
        onChange={(next) => setPanel(panels.find((one) => one === next) ?? 'changes')}
        data={panels.map((one) => ({
          value: one,
          label: intl.formatMessage({ id: `pageCompare.panel.${one}` }),
        }))}
      />
      <div className={classes.body} data-panel={panel}>
        {preview('before', before)}
        {preview('after', after)}
        <section
          className={classes.changes}
          aria-label={intl.formatMessage({ id: 'pageCompare.panel.changes' })}
        >
          <ChangeList changes={changes} before={before} after={after} chosen={chosen} onChoose={setChosen} />
        </section>
      </div>
    </>
  )
}
