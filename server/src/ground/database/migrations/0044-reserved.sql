-- Nothing yet: 0044 is another branch's, whose file takes the place of this one.
select 1;
