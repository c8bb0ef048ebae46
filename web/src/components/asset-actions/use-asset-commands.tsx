import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useAssetActions } from './action-context.ts'
import { actionIcons } from './action-icons.ts'
import { namedCount } from './asset-actions.ts'

/** What can be done with the opened asset, the selection or else all results, as commands. */
export function useAssetCommands(): SpotlightActionGroupData {
  const intl = useIntl()
  const actions = useAssetActions()
  // What was shown when the commands were opened.
  const [target] = useState(actions.offered)
  if (target === undefined) return { group: '', actions: [] }
  const [one] = target.assets
  const isOne = target.assets.length === 1 && one !== undefined
  return {
    group: isOne ? one.name : intl.formatMessage(...namedCount(target)),
    actions: actions
      .entriesOf(target)
      .filter(({ reason }) => reason === undefined)
      .map(({ id, label }) => {
        const Icon = actionIcons[id]
        return {
          id: `asset-${id}`,
          label: intl.formatMessage({ id: label }),
          leftSection: <Icon size={18} stroke={1.6} />,
          onClick: () => actions.run(id, target),
        }
      }),
  }
}
