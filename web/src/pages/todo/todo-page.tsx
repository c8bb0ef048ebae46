import { calls, readsOf, type ReviewRequest } from '@cartouche/client'
import { useClient, useRead, useTodo } from '@cartouche/react'
import { Badge, Skeleton, Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { OpenedReview } from './opened-review.tsx'
import { OwnRequest } from './own-request.tsx'
import { RequestSection } from './request-section.tsx'
import { ThreadRows } from './thread-rows.tsx'
import { useOpenedReview } from './use-opened-review.ts'
import classes from './todo.module.css'

const tabs = ['review', 'mine', 'threads'] as const
type TodoTab = (typeof tabs)[number]

/** What waits for the person: assets to review, their own submissions, open threads. */
export function TodoPage() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/frame/todo' })
  const counts = useTodo()
  const tab = tabs.find((one) => one === search['tab']) ?? 'review'
  const number: Readonly<Record<TodoTab, number>> = {
    review: counts?.toReview ?? 0,
    mine: counts?.rejected ?? 0,
    threads: counts?.threads ?? 0,
  }
  return (
    <div className={classes.page}>
      <Title order={1}>
        <FormattedMessage id="nav.todo" />
      </Title>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '/todo', search: next === null ? {} : { tab: next } })}
      >
        <Tabs.List className={classes.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={
                number[one] > 0 ? (
                  <Badge size="sm" variant="light" circle={number[one] < 10}>
                    {number[one]}
                  </Badge>
                ) : null
              }
            >
              <FormattedMessage id={`todo.${one}`} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="review" pt="md">
          <ToReview />
        </Tabs.Panel>
        <Tabs.Panel value="mine" pt="md">
          <Mine />
        </Tabs.Panel>
        <Tabs.Panel value="threads" pt="md">
          <Threads />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function ToReview() {
  const { data, error } = useRead(calls.listToReview, {}, { freshMs: 0 })
  const { opened, open, close } = useOpenedReview(data?.requests ?? [])
  return (
    <Listed
      data={data}
      error={error}
      call={calls.listToReview}
      empty="todo.review.none"
      isEmpty={data?.requests.length === 0}
    >
      {data?.requests.map((request) => (
        <RequestSection key={request.id} request={request} onOpen={open} />
      ))}
      {opened && <OpenedReview opened={opened} onOpen={open} onClose={close} />}
    </Listed>
  )
}

function Mine() {
  const { data, error } = useRead(calls.listOwnReviews, {}, { freshMs: 0 })
  return (
    <Listed
      data={data}
      error={error}
      call={calls.listOwnReviews}
      empty="todo.mine.none"
      isEmpty={data?.requests.length === 0}
    >
      {data?.requests.map((request: ReviewRequest) => (
        <OwnRequest key={request.id} request={request} />
      ))}
    </Listed>
  )
}

function Threads() {
  const { data, error } = useRead(calls.listOwnThreads, {}, { freshMs: 0 })
  return (
    <Listed
      data={data}
      error={error}
      call={calls.listOwnThreads}
      empty="todo.threads.none"
      isEmpty={data?.threads.length === 0}
    >
      {data && <ThreadRows threads={data.threads} />}
    </Listed>
  )
}

interface ListedProps {
  readonly data: unknown
  readonly error: Error | null
  readonly call: Parameters<ReturnType<typeof readsOf>['invalidate']>[0]
  readonly empty: 'todo.review.none' | 'todo.mine.none' | 'todo.threads.none'
  readonly isEmpty: boolean
  readonly children: ReactNode
}

function Listed({ data, error, call, empty, isEmpty, children }: ListedProps) {
  const client = useClient()
  const navigate = useNavigate()
  if (error !== null && data === undefined)
    return <ErrorViewOf error={error} onRetry={() => readsOf(client).invalidate(call)} />
  if (data === undefined)
    return (
      <Stack gap="sm">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h={120} />
        ))}
      </Stack>
    )
  if (isEmpty)
    return (
      <EmptyState
        text={<FormattedMessage id={empty} />}
        label={<FormattedMessage id="searches.empty.action" />}
        onAction={() => void navigate({ to: '/browse' })}
      />
    )
  return <>{children}</>
}
