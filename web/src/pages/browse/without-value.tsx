import { Checkbox } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { toggleWithout } from '../../address/browse-address.ts'
import type { ChangeBrowse } from './use-browse.ts'
import classes from './facets.module.css'

interface WithoutValueProps {
  readonly field: string
  readonly label: string
  readonly isWithout: boolean
  readonly onChange: ChangeBrowse
}

/** The last line of a facet: what has no value in its field, as who describes assets looks for. */
export function WithoutValue({ field, label, isWithout, onChange }: WithoutValueProps) {
  return (
    <div className={classes.value} data-without>
      <Checkbox
        size="xs"
        checked={isWithout}
        onChange={() => onChange((now) => toggleWithout(now, field))}
        label={
          <span className={classes.name}>
            <FormattedMessage id="browse.group.none" values={{ field: label }} />
          </span>
        }
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
    </div>
  )
}
