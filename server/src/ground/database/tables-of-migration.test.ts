import { expect, test } from 'vitest'
import { tablesOf } from './tables-of-migration.ts'

test.for([
  ['update asset set name = 1', ['asset']],
  ['delete from asset where id = 1', ['asset']],
  ['create unique index asset_name on asset (name)', ['asset']],
  ['insert into kept select * from asset a join link on true', ['asset', 'link']],
  ['alter table asset add column note text, add column number int default 1', []],
  ['alter table asset add column made_at timestamptz not null default now()', ['asset']],
  ['alter table asset alter column id type bigint', ['asset']],
  ['alter table asset add constraint positive check (id > 0)', ['asset']],
  ['alter table asset add column other bigint references other', ['asset']],
  ['alter table asset drop column note; create index on_link on link (id)', ['link']],
  ['-- update asset\ncreate table new (id int)', []],
  [
    'create function f() returns int language sql as $$ delete from asset; $$; update link set id = 1',
    ['link'],
  ],
  ['do $$ begin update asset set id = 1; end $$', ['asset']],
] as const)('of %s', ([sql, tables]) => {
  expect(tablesOf(sql)).toEqual(tables)
})
