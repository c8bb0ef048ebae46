import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { problemText, type FileProblem } from './problem-text.ts'
import classes from './file-problems.module.css'

/**
 * What was found at import about the file of an asset: why it cannot be shown, what is damaged, what was cut.
 * Nothing where all is well.
 */
export function FileProblems({ problems }: { readonly problems: readonly FileProblem[] }) {
  const intl = useIntl()
  if (problems.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconInfoCircle size={18} stroke={1.7} />}
      title={intl.formatMessage({ id: 'asset.problems' })}
      className={classes.problems}
      classNames={{ title: classes.title ?? '' }}
    >
      {problems.map((problem) => (
        <p key={problem.code} className={classes.problem}>
          {problemText(intl, problem)}
        </p>
      ))}
    </Alert>
  )
}
