import type { ColumnType } from 'kysely'

/** An instant; now where it is not given. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>
/** An instant, or none. */
export type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** JSON is written as text and read as the value. */
export type Json<T> = ColumnType<T, string | undefined, string>
