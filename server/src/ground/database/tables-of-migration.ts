/** What names a table whose rows a statement reads or writes. */
const ofRows = [
  /\bupdate\s+(?:only\s+)?(\w+)/g,
  /\bdelete\s+from\s+(\w+)/g,
  /\b(?:from|join)\s+(\w+)/g,
  /\bcreate\s+(?:unique\s+)?index\s+\w+\s+on\s+(\w+)/g,
]

/** What PostgreSQL looks at every row for, among the actions of `alter table`; the others cost nothing. */
const perRow =
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\bstored\b|\bidentity\b|\badd\s+(?:constraint|check|unique|primary|foreign)\b|\breferences\b|\bdefault\s+\w+\s*\(/

/**
 * Tables whose rows a migration reads, writes or indexes, by its text: those that it makes itself are among
 * them. What functions do when they are called later does not count.
 * @source PostgreSQL, "ALTER TABLE", notes: which actions rewrite or scan a table
 */
export function tablesOf(sql: string): string[] {
  const text = withoutFunctions(sql.replaceAll(/--.*$/gm, '')).toLowerCase()
  const tables = new Set<string>()
  for (const pattern of ofRows) for (const [, table = ''] of text.matchAll(pattern)) tables.add(table)
  for (const [statement, table = ''] of text.matchAll(
    /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*/g,
  ))
    if (perRow.test(statement)) tables.add(table)
  return [...tables]
}

/** Bodies of functions are no statements; those of `do` are. */
function withoutFunctions(sql: string): string {
  return sql.replaceAll(/\bcreate\s+(?:or\s+replace\s+)?function\b[^$]*(\$\w*\$)[\s\S]*?\1[^;]*;/gi, '')
}
