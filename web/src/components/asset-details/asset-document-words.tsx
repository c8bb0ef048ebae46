import { readingOf, type Asset } from '@cartouche/client'
import { Text } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { useDocumentWords } from '../document-view/use-document-words.ts'
import { problemText } from '../file-problems/problem-text.ts'
import classes from './asset-details.module.css'

/** Which words of a search stand inside the document, and why a search does not find those that do. */
export function AssetDocumentWords({ asset }: { readonly asset: Asset }) {
  const isReader = (asset.$rights?.download ?? false) && readingOf(asset.metadata?.mediatype ?? '') !== null
  return isReader ? <Words id={asset.id} /> : null
}

function Words({ id }: { readonly id: number }) {
  const intl = useIntl()
  const words = useDocumentWords(id)
  if (words === undefined) return null
  if (words.problem !== null)
    return (
      <Note>
        <FormattedMessage id="asset.words.failed" values={{ reason: problemText(intl, words.problem) }} />
      </Note>
    )
  return (
    <>
      {words.found.length > 0 && (
        <Note>
          <FormattedMessage
            id="asset.words.found"
            values={{ words: <FormattedList type="conjunction" value={words.found} /> }}
          />
        </Note>
      )}
      {!words.isComplete && words.state === 'read' && (
        <Note>
          <FormattedMessage id="asset.words.part" />
        </Note>
      )}
    </>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Text component="output" className={classes.note}>
        <IconFileSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.fileText}>{children}</span>
      </Text>
    </section>
  )
}
