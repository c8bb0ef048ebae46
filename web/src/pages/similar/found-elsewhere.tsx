import { calls, type CallAnswer, type Calls } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useRead } from '@cartouche/react'
import { Alert, Anchor, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { formatAgo } from '../../translations/format.ts'
import classes from './similar.module.css'

type Found = CallAnswer<Calls['getReverseSearchMatches']>
type Provider = Found['providers'][number]

/** Where the last search for an asset found it beyond the library, and what its rights are. */
export function FoundElsewhere({ asset }: { readonly asset: Asset }) {
  const intl = useIntl()
  const { data } = useRead(calls.getReverseSearchMatches, { uuid: asset.$uuid })
  if (data?.status !== 'done' || data.providers.length === 0) return null
  return (
    <section className={classes.elsewhere} aria-labelledby="elsewhere-title">
      <Title order={2} fz="md" id="elsewhere-title">
        <FormattedMessage id="similar.elsewhere" />
      </Title>
      <Text fz="sm" c="dimmed">
        {data.searchedAt !== null && (
          <FormattedMessage
            id="similar.elsewhere.searched"
            values={{ when: formatAgo(intl, data.searchedAt) }}
          />
        )}{' '}
        <Rights rights={data.rights} />
      </Text>
      {[...data.providers.entries()].map(([place, found]) => (
        <Matches key={place} found={found} />
      ))}
    </section>
  )
}

function Rights({ rights: { copyright, credit } }: { readonly rights: Found['rights'] }) {
  const given = [copyright, credit].filter((one) => one !== null).join(' · ')
  return given === '' ? (
    <FormattedMessage id="similar.elsewhere.noRights" />
  ) : (
    <FormattedMessage id="similar.elsewhere.rights" values={{ rights: given }} />
  )
}

/** What one provider found; where it failed, why. Its addresses are shown whole: they lead away. */
function Matches({ found: { provider, error, matches } }: { readonly found: Provider }) {
  return (
    <div>
      <Title order={3} fz="sm" mt="sm" mb={4}>
        {provider}
      </Title>
      {error !== null ? (
        <Alert color="yellow" variant="light">
          <FormattedMessage id={`similar.elsewhere.error.${error}`} />
        </Alert>
      ) : matches.length === 0 ? (
        <Text fz="sm">
          <FormattedMessage id="similar.elsewhere.none" />
        </Text>
      ) : (
        <ul className={classes.matches}>
          {matches.map(({ page, title, score }) => (
            <li key={`${page} ${score}`}>
              {title !== null && <Text fw={550}>{title}</Text>}
              <Anchor fz="sm" href={page} target="_blank" rel="noopener noreferrer nofollow">
                {page}
                <IconExternalLink size={14} stroke={1.7} aria-hidden />
              </Anchor>
              <Text fz="sm" c="dimmed">
                <FormattedMessage
                  id="similar.score"
                  values={{ percent: <FormattedNumber value={score} style="percent" /> }}
                />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
