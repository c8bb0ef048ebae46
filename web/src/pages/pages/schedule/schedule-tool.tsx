import { pagesOf, type PageRecord } from '@cartouche/client'
import { useCan, useClient, useReadable } from '@cartouche/react'
import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { rowOf, scheduleTargets } from './schedule-targets.ts'

/** Opens what is set for a page; nothing where nobody may set it. */
export function ScheduleTool({ page }: { readonly page: Pick<PageRecord, 'id' | 'name' | 'copietravail'> }) {
  const { pages } = useReadable(pagesOf(useClient()).list)
  const canPublish = useCan('page/validate')
  const canUnpublish = useCan('page/unpublish')
  const [isOpen, setOpen] = useState(false)
  const row = rowOf(pages, page)
  const targets = row && scheduleTargets(row)
  if (!targets || !((canPublish && targets.validate) || (canUnpublish && targets.unpublish))) return null
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconClock size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <FormattedMessage id="pages.act.schedule" />
      </Button>
      {isOpen && <ScheduleDialog name={page.name} targets={targets} onClose={() => setOpen(false)} />}
    </>
  )
}
