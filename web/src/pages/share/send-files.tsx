import { sharedUploadsOf, visitorsOf, type VisitedShare } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { DropAnywhere } from '../../components/file-choosers/drop-anywhere.tsx'
import { FileChoosers, useIsTouch } from '../../components/file-choosers/file-choosers.tsx'
import { SentFiles } from './sent-files.tsx'
import type { SendFiles } from './use-send-files.ts'
import { VisitorForm } from './visitor-form.tsx'
import { VisitorLine } from './visitor-line.tsx'
import classes from './send-files.module.css'

interface SendFilesProps {
  readonly share: VisitedShare
  readonly files: SendFiles
}

/** Sending files in a dialog over the shared cart; files may be dropped anywhere on the page. */
export function SendFilesDialog({
  opened,
  onOpen,
  onClose,
  ...props
}: SendFilesProps & { readonly opened: boolean; readonly onOpen: () => void; readonly onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <DropAnywhere
        text="visit.send.drop"
        onFiles={(dropped) => {
          onOpen()
          props.files.take(dropped)
        }}
      />
      <Modal
        opened={opened}
        onClose={onClose}
        size={620}
        fullScreen={isPhone}
        title={<FormattedMessage id="visit.send.title" />}
      >
        <SendFilesForm {...props} />
      </Modal>
    </>
  )
}

/** The same in the place of the wall, where the link shows no files. */
export function SendFilesPanel(props: SendFilesProps) {
  return (
    <section className={classes.panel} aria-labelledby="send-files">
      <DropAnywhere text="visit.send.drop" onFiles={props.files.take} />
      <Title order={2} id="send-files" mb="sm">
        <FormattedMessage id="visit.send.title" />
      </Title>
      <SendFilesForm {...props} />
    </section>
  )
}

/** What is wanted, who sends it, the files that are chosen, and what has arrived. */
function SendFilesForm({ share, files: { take } }: SendFilesProps) {
  const client = useClient()
  const visitors = visitorsOf(client)
  const known = useKey(visitors, share.id)
  const isTouch = useIsTouch()
  const { uploads } = share
  useEffect(() => {
    // What was sent before is not listed where that fails: sending goes on.
    if (known !== null)
      sharedUploadsOf(client)
        .fetchSent(share.id)
        .catch(() => undefined)
  }, [client, known, share.id])
  // Whoever has just said who they are goes on here.
  const zone = useRef<HTMLDivElement>(null)
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    if (isNew && known !== null) zone.current?.querySelector('button')?.focus()
  }, [isNew, known])
  if (uploads === null) return null
  const limits = {
    count: uploads.maxFiles,
    size: <BytesText sizeBytes={uploads.maxBytes} />,
    each: <BytesText sizeBytes={uploads.maxFileBytes} />,
  }
  return (
    <Stack gap="md">
      {uploads.note !== '' && <Text className={classes.note}>{uploads.note}</Text>}
      {known === null ? (
        <VisitorForm shareId={share.id} about="visit.send.who" onKnown={() => setNew(true)} />
      ) : (
        <>
          <div className={classes.zone} ref={zone}>
            {!isTouch && (
              <Text fw={550}>
                <FormattedMessage id="visit.send.dropHere" />
              </Text>
            )}
            <Group gap="sm" justify="center">
              <FileChoosers adds={isTouch} onFiles={take} />
            </Group>
            <Text fz="sm" c="dimmed">
              <FormattedMessage
                id={uploads.maxFileBytes < uploads.maxBytes ? 'visit.send.limitsEach' : 'visit.send.limits'}
                values={limits}
              />
            </Text>
          </div>
          <VisitorLine
            label="visit.send.as"
            name={known.name}
            onChange={() => {
              sharedUploadsOf(client).forget(share.id)
              visitors.forget(share.id)
            }}
          />
        </>
      )}
      <SentFiles share={share} />
    </Stack>
  )
}
