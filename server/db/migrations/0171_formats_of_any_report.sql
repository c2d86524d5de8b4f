-- A client's format may be of any report; which there are is said by the contract.
alter table report_formats drop constraint report_formats_kind_check;
