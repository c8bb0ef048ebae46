-- Holds the number for work beside this one.
select 1;
