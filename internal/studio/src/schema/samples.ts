// Schemas to begin with.

import { field, type Field, type Kind } from "./field";

const f = (name: string, kind: Kind, description: string, more: Partial<Field> = {}): Field => field({ name, kind, description, ...more });

export interface Sample { label: string; fields(): Field[] }

export const samples: Sample[] = [
  {
    label: "Invoice",
    fields: () => [
      f("invoice_number", "string", "Number of the invoice", { required: true }),
      f("invoice_date", "date", "Date on which the invoice was issued", { required: true }),
      f("due_date", "date", "Date by which it is to be paid"),
      f("seller", "object", "Who sends the invoice", { fields: party() }),
      f("buyer", "object", "Who is to pay", { fields: party() }),
      f("lines", "object", "What is charged, one entry for each line", {
        list: true,
        fields: [
          f("description", "string", "Goods or service"), f("quantity", "number", "Quantity"),
          f("unit_price", "number", "Price of one"), f("amount", "number", "Amount of the line"),
        ],
      }),
      f("net_total", "number", "Total before tax"), f("tax", "number", "Tax in total"),
      f("total", "number", "Amount to pay, with tax", { required: true }), f("currency", "string", "Currency as a code of three letters"),
    ],
  },
  {
    label: "Receipt",
    fields: () => [
      f("merchant", "string", "Name of the shop", { required: true }), f("address", "string", "Address of the shop"),
      f("date", "date", "Date of the purchase", { required: true }), f("total", "number", "Total paid", { required: true }), f("tax", "number", "Tax in the total"),
      f("payment", "enum", "How it was paid", { choices: ["cash", "card", "other"] }),
      f("items", "object", "What was bought", { list: true, fields: [f("name", "string", "Item"), f("quantity", "number", "Quantity"), f("price", "number", "Price")] }),
    ],
  },
  {
    label: "Contract",
    fields: () => [
      f("title", "string", "Title of the agreement", { required: true }),
      f("parties", "object", "Who agrees with whom", { list: true, fields: [f("name", "string", "Name of the party"), f("role", "string", "What the agreement calls it")] }),
      f("effective_date", "date", "Date from which it is in force", { required: true }), f("end_date", "date", "Date on which it ends"),
      f("renews", "boolean", "Whether it renews itself"), f("notice_period", "string", "Notice to be given before it is ended"),
      f("governing_law", "string", "Law that governs it"), f("signed", "boolean", "Whether it is signed"),
    ],
  },
];

function party(): Field[] {
  return [f("name", "string", "Name"), f("address", "string", "Address"), f("tax_id", "string", "Tax or VAT number")];
}
