"""The language of orders: kinds of order and their reader, keywords and names, values for the record, the writer."""
