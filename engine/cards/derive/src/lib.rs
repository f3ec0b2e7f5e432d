//! `#[derive(Walk)]` for the types of the compiled form: a walk calls back with the value itself, and then walks over every field of
//! every variant. The declaration of a type is all that there is to write, so that nothing in it can be forgotten.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, Ident, Index, parse_macro_input};

/// Derives `gauntlet_cards::walk::Walk`; all fields must have it too.
#[proc_macro_derive(Walk)]
pub fn derive_walk(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let name = &input.ident;
    let within = match &input.data {
        Data::Struct(data) => {
            let fields = data.fields.iter().enumerate().map(|(place, field)| match &field.ident {
                Some(name) => quote!(self.#name),
                None => {
                    let place = Index::from(place);
                    quote!(self.#place)
                }
            });
            quote!(#(crate::walk::Walk::walk(&#fields, visit);)*)
        }
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| arm(name, &variant.ident, &variant.fields));
            quote!(match self { #(#arms)* })
        }
        Data::Union(_) => {
            return syn::Error::new(name.span(), "a union can't be walked over").to_compile_error().into();
        }
    };
    quote! {
        impl crate::walk::Walk for #name {
            fn walk(&self, visit: &mut dyn FnMut(&dyn ::std::any::Any) -> crate::walk::Then) {
                if visit(self) == crate::walk::Then::Inside {
                    #within
                }
            }
        }
    }
    .into()
}

/// The arm of a variant: its fields are bound and walked over, in order.
fn arm(name: &Ident, variant: &Ident, fields: &Fields) -> Tokens {
    let bound: Vec<Ident> = (0..fields.len()).map(|place| format_ident!("field{place}")).collect();
    let pattern = match fields {
        Fields::Named(named) => {
            let names = named.named.iter().map(|field| &field.ident);
            quote!({ #(#names: #bound),* })
        }
        Fields::Unnamed(_) => quote!((#(#bound),*)),
        Fields::Unit => quote!(),
    };
    quote!(#name::#variant #pattern => { #(crate::walk::Walk::walk(#bound, visit);)* })
}
